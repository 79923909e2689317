import type { Send } from "../../clouds/index.ts";

/** Changes of the account itself: removing what was made leaves them behind. */
const setting = new Set(["Service_SetProperties"]);

/** Where the settings of an Azure account's service are read and set. */
const target = "/?restype=service&comp=properties";

/** What they consist of. */
const parts = [
  "Logging",
  "HourMetrics",
  "MinuteMetrics",
  "Cors",
  "DefaultServiceVersion",
  "DeleteRetentionPolicy",
  "StaticWebsite",
];

/** The settings of a service as they were before anybody set them. */
export class SettingsKeeper {
  readonly #send: Send;
  /** Empty where they could not be read. */
  #before = Promise.resolve("");

  constructor(send: Send) {
    this.#send = send;
  }

  static concerns(operation: string): boolean {
    return setting.has(operation);
  }

  /** Reads them, unless they are known; whether they are now. Whoever could not read them may try again. */
  async remember(): Promise<boolean> {
    this.#before = this.#before.then((before) => before || this.#ask("GET", ""));
    return (await this.#before) !== "";
  }

  /** Sets what was set before, and looks whether that is all; says why not. */
  async restore(): Promise<string | undefined> {
    const before = await this.#before;
    if (before === "") return "its settings could not be read before they were set";
    await this.#ask("PUT", before);
    const now = await this.#ask("GET", "");
    if (now === before) return undefined;
    if (now === "") return "nobody can tell whether its settings are what they were before";
    const others = parts.filter((name) => partOf(now, name) !== partOf(before, name));
    const which = others.length === 0 ? "" : ` (${others.join(", ")})`;
    return `its settings are not what they were before${which}`;
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

/** A part as it is written. */
function partOf(settings: string, name: string): string {
  return new RegExp(`<${name}>.*</${name}>`, "s").exec(settings)?.[0] ?? "";
}
