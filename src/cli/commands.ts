import { audit } from "./audit.ts";
import type { Command } from "./command.ts";
import { compare } from "./compare.ts";
import { completion } from "./completion.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { fuzz } from "./fuzz.ts";
import { har } from "./har.ts";
import { identify } from "./identify.ts";
import { operations } from "./operations.ts";
import { record } from "./record.ts";
import { replay } from "./replay.ts";
import { repro } from "./repro.ts";
import { run } from "./run.ts";
import { safelist } from "./safelist.ts";
import { savings } from "./savings.ts";
import { up } from "./up.ts";

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  demo,
  run,
  audit,
  up,
  fuzz,
  record,
  replay,
  repro,
  compare,
  safelist,
  har,
  identify,
  operations,
  savings,
  doctor,
  completion,
];
