import { describeEnd, type LabEvent, type Leftover, lastWords } from "../lab/index.ts";
import type { Terminal } from "./terminal.ts";

/** Tells on stderr what happens to the emulators. */
export function showLabEvent(event: LabEvent, terminal: Terminal): void {
  const { dim, yellow, green } = terminal.noteColor;
  switch (event.type) {
    case "installing":
      terminal.note(dim(`installing ${event.what} into ${event.into} (once)`));
      break;
    case "starting":
      terminal.note(dim(`starting ${event.emulator} ${event.version}`));
      break;
    case "ready":
      terminal.detail(dim(`${event.emulator} ${event.version} answers; its process group is ${event.pid}`));
      for (const remark of event.remarks) terminal.note(dim(`${event.emulator} ${event.version}: ${remark}`));
      break;
    case "crashed":
      terminal.note(
        `${yellow("!")} ${event.emulator} crashed (ended ${describeEnd(event.end)}); starting it again, empty`,
      );
      for (const line of lastWords(event.lastLines)) terminal.note(dim(`    ${line}`));
      break;
    case "restarted":
      terminal.note(`${green("✓")} ${event.emulator} runs again`);
      break;
    case "note":
      terminal.note(`${yellow("!")} ${event.text}`);
      break;
    case "left":
      terminal.note(`${yellow("!")} ${leftoverText(event.leftover)}`);
      break;
    case "lost":
      // The command ends with the event's error.
      break;
  }
}

/** Settings are of the service itself, and were there before. */
function leftoverText({ service, kind, name, why }: Leftover): string {
  return kind === "settings"
    ? `the settings of ${service} could not be set back: ${why}`
    : `the ${kind} ${readable(name)} is left on ${service}: ${why}`;
}

/** A name that would not stay on its line is quoted. */
function readable(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
