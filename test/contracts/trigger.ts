import type { Input } from "../../src/model/index.ts";
import type { Received } from "../integration/strict/signed-requests.ts";

/** Sends one request to the service. */
export type Ask = (operation: string, input: Input) => Promise<Received>;

/** Performs a trigger, with names of its own, and gives the answer that it is about. */
export type Trigger = (ask: Ask, own: string) => Promise<Received>;

/** Triggers by the operation and what is done to it, as the list has them. */
export type Triggers = Readonly<Record<string, Trigger>>;

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
