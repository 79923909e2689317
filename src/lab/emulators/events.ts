import type { TouchstoneError } from "../../model/index.ts";
import type { Leftover } from "../cloud/made-on-cloud.ts";
import type { ProcessEnd } from "../process/guarded-process.ts";

/** What happens to emulators while they run: told to whoever watches. */
export type LabEvent =
  | { readonly type: "installing"; readonly what: string; readonly into: string }
  | { readonly type: "starting"; readonly emulator: string; readonly version: string }
  | {
      readonly type: "ready";
      readonly emulator: string;
      readonly version: string;
      readonly pid: number | undefined;
      readonly remarks: readonly string[];
    }
  | {
      readonly type: "crashed";
      readonly emulator: string;
      readonly end: ProcessEnd;
      readonly lastLines: readonly string[];
    }
  | { readonly type: "restarted"; readonly emulator: string }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "left"; readonly leftover: Leftover }
  | { readonly type: "lost"; readonly emulator: string; readonly error: TouchstoneError };
