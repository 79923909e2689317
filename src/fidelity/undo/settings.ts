import type { Send } from "../../clouds/index.ts";

/** Changes of the account itself: removing what was made leaves them behind. */
const setting = new Set(["Service_SetProperties"]);

/** Where the settings of an Azure account's service are read and set. */
const target = "/?restype=service&comp=properties";

const disabled = "<Enabled>false</Enabled>";
const keptForever = `<RetentionPolicy>${disabled}</RetentionPolicy>`;
const noMetrics = `<Version>1.0</Version>${disabled}${keptForever}`;

/** What they consist of, and what each part says that is set to nothing, where there is such a thing. */
const parts: Readonly<Record<string, string | undefined>> = {
  Logging: `<Version>1.0</Version><Delete>false</Delete><Read>false</Read><Write>false</Write>${keptForever}`,
  HourMetrics: noMetrics,
  MinuteMetrics: noMetrics,
  Cors: "",
  DefaultServiceVersion: undefined,
  DeleteRetentionPolicy: disabled,
  StaticWebsite: disabled,
};

export interface RestoreOptions {
  /** Whether it is enough that settings come to the same as before: a part that nobody had set may be set to nothing. */
  readonly asGoodAsNew?: boolean;
}

/** The settings of a service as they were before anybody set them. */
export class SettingsKeeper {
  readonly #send: Send;
  /** Empty where they could not be read. */
  #before = Promise.resolve("");
  readonly #begun: () => number;
  /** How often they had begun anew when they were left saying something else than before. */
  #asGoodSince: number | undefined;

  /** Told how often they have begun anew, set by nobody, as those of an emulator do that dies. */
  constructor(send: Send, begun = () => 0) {
    this.#send = send;
    this.#begun = begun;
  }

  static concerns(operation: string): boolean {
    return setting.has(operation);
  }

  /** Whether they say the same as before; otherwise they may still come to the same. */
  get isAsNew(): boolean {
    return this.#asGoodSince !== this.#begun();
  }

  /** Reads them, unless they are known; whether they are now. Whoever could not read them may try again. */
  async remember(): Promise<boolean> {
    this.#before = this.#before.then((before) => before || this.#ask("GET", ""));
    return (await this.#before) !== "";
  }

  /** Sets what was set before, and looks whether that is all; says why not. */
  async restore({ asGoodAsNew = false }: RestoreOptions = {}): Promise<string | undefined> {
    const before = await this.#before;
    if (before === "") return "its settings could not be read before they were set";
    const begun = this.#begun();
    const now = await this.#setBack(before);
    this.#asGoodSince = now === before ? undefined : begun;
    if (now === before || (asGoodAsNew && unsaid(now, before) === before)) return undefined;
    if (now === "") return "nobody can tell whether its settings are what they were before";
    const others = Object.keys(parts).filter((name) => partOf(now, name) !== partOf(before, name));
    const which = others.length === 0 ? "" : ` (${others.join(", ")})`;
    return `its settings are not what they were before${which}`;
  }

  /** What is set then: a part that nobody had set before does not always go again, but can be set to nothing. */
  async #setBack(before: string): Promise<string> {
    await this.#ask("PUT", before);
    const now = await this.#ask("GET", "");
    const added = addedTo(before, now);
    if (added.length === 0 || unsaid(now, before) === before) return now;
    const nothing = added.map(setToNothing).join("");
    await this.#ask("PUT", before.replace(/(?=<\/[^<>]*>\s*$)/, nothing));
    return await this.#ask("GET", "");
  }

  async #ask(method: string, body: string): Promise<string> {
    const headers = [
      ["Accept", "application/xml"],
      ["Content-Type", "application/xml"],
    ] as const;
    try {
      const { status, text } = await this.#send({ method, target, headers, body });
      return status < 300 ? text : "";
    } catch {
      return "";
    }
  }
}

/** The parts that were not set before and are now, as far as they can be set to nothing. */
function addedTo(before: string, now: string): string[] {
  const isAdded = (name: string) => partOf(before, name) === "" && partOf(now, name) !== "";
  return Object.keys(parts).filter((name) => parts[name] !== undefined && isAdded(name));
}

/** Settings without what was added to others and is set to nothing. */
function unsaid(now: string, before: string): string {
  return addedTo(before, now).reduce((rest, name) => rest.replace(setToNothing(name), ""), now);
}

function setToNothing(name: string): string {
  return `<${name}>${parts[name]}</${name}>`;
}

/** A part as it is written. */
function partOf(settings: string, name: string): string {
  return new RegExp(`<${name}>.*</${name}>`, "s").exec(settings)?.[0] ?? "";
}
