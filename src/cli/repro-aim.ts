import type { Finding } from "../fidelity/index.ts";
import { parseTarget, serviceTarget } from "../lab/index.ts";
import type { TouchstoneError } from "../model/index.ts";
import { usage } from "./parse.ts";

/** What is written of a finding, for others to run. */
export type WrittenForm = "script" | "curl" | "issue";

/** Where what is written goes where its reader names no endpoint. */
export interface WrittenAim {
  readonly aim: "emulator" | "cloud";
  /** An emulator's usual one if nothing is said. */
  readonly endpoint?: string;
}

/**
 * What `--on` means for what is written: a URL is where programs go, an emulator is the one that it was found on, and a cloud is for
 * curl alone.
 */
export function writtenAim(form: WrittenForm, on: string | undefined, finding: Finding): WrittenAim {
  if (on === undefined) return { aim: "emulator" };
  // A program goes to the URL that its reader names, also where that is the one that the finding was found on.
  const isForUrl = form !== "issue" && /^https?:/i.test(on);
  if (!isForUrl && isFoundOn(on, finding)) return { aim: "emulator" };
  if (on === "cloud") {
    if (form === "curl") return { aim: "cloud" };
    throw usage(`--${form} is written for emulators, not for the cloud`, "repro", elsewhere[form]);
  }
  if (/^contracts(?:-inferred)?$/.test(on)) {
    throw usage(
      `--${form} cannot be written for ${on}, which answers only inside Touchstone`,
      "repro",
      `touchstone repro ${finding.id} --on ${on} performs the finding there.`,
    );
  }
  const { target } = serviceTarget(finding.service, parseTarget(on));
  if (target.kind === "emulator") throw notFoundOn(on, finding);
  if (form !== "issue") return { aim: "emulator", endpoint: target.url };
  throw usage(
    "--issue is about the emulator that the finding was found on, not about a URL",
    "repro",
    `Leave out --on, or name the emulator: ${finding.emulator.label}`,
  );
}

const elsewhere: Readonly<Record<"script" | "issue", string>> = {
  script:
    "Give the program the cloud's endpoint as its argument and the key by its variables (ACCOUNT and ACCOUNT_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY), or write --curl --on cloud.",
  issue: "Leave out --on: an issue is for those who make the emulator.",
};

/** `azurite` is any version of it. */
function isFoundOn(on: string, { emulator: { label } }: Finding): boolean {
  const named = on.replace("@", " ");
  return label === named || label.startsWith(`${named} `);
}

function notFoundOn(on: string, { id, emulator }: Finding): TouchstoneError {
  return usage(
    `the catalogue has no ${id} found on ${on}`,
    "repro",
    `It was found on ${emulator.label}: leave out --on to write that, or let touchstone repro ${id} --on ${on} perform it there.`,
  );
}
