import type { Draft, World } from "../canonical-world.ts";

/** One thing that a test does: on which of its items, and with what. */
export interface Action {
  readonly verb: "make" | "put" | "get" | "look" | "change" | "remove" | "list";
  readonly item: number;
  readonly value: string;
}

export interface Item {
  text: string;
  tag: string;
  etag: string;
  id: string;
  receipt: string;
}

/** A container of one of the services, as a program uses it. */
export abstract class Room {
  protected readonly items = new Map<string, Item>();
  protected isMade = false;
  readonly world: World;
  readonly name: string;
  readonly names: readonly string[];

  constructor(world: World, name: string, names: readonly string[]) {
    this.world = world;
    this.name = name;
    this.names = names;
  }

  protected abstract tell(action: Action): Draft;

  do(action: Action): void {
    this.world.send(this.tell(action));
  }

  protected key({ item }: Action): string {
    return this.names[item % this.names.length] ?? "a";
  }

  protected keep(key: string, text: string, tag: string): Item {
    const { chance } = this.world;
    const item = {
      text: this.world.stored(text),
      tag,
      etag: `0x${chance.text(15, "0123456789ABCDEF")}`,
      id: this.items.get(key)?.id ?? chance.guid(),
      receipt: Buffer.from(chance.text(18)).toString("base64"),
    };
    this.items.set(key, item);
    return item;
  }

  protected get sorted(): readonly (readonly [string, Item])[] {
    return [...this.items].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** A document as the services write it. */
export function xml(text: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>${text}`;
}
