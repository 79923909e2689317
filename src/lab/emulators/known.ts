import type { ServiceName } from "../../clouds/index.ts";
import { azurite } from "./azurite.ts";
import type { EmulatorDefinition } from "./definition.ts";
import { dynalite } from "./dynalite.ts";
import { dynamodbLocal } from "./dynamodb-local.ts";
import { s3rver } from "./s3rver.ts";

/** Every emulator that Touchstone can start by itself. */
export const emulators: readonly EmulatorDefinition[] = [azurite, dynalite, dynamodbLocal, s3rver];

/** The emulator of that name. */
export function emulatorNamed(name: string): EmulatorDefinition | undefined {
  return emulators.find((emulator) => emulator.name === name);
}

/** The emulator that stands for a service unless the user says otherwise. */
export function defaultEmulator(service: ServiceName): EmulatorDefinition {
  return emulators.find(({ services }) => services.includes(service)) ?? azurite;
}
