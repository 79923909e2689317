import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { TouchstoneError } from "../../model/index.ts";

const oldestJava = 17;

/** The Java on the PATH. */
export interface Java {
  /** As it names itself: `openjdk version "17.0.15"`. */
  readonly line: string;
  readonly isNewEnough: boolean;
}

/** The Java on the PATH, or nothing where there is none that runs. */
export async function findJava(): Promise<Java | undefined> {
  try {
    const { stderr, stdout } = await promisify(execFile)("java", ["-version"]);
    const line = `${stderr}${stdout}`.split("\n").find((text) => text.includes("version")) ?? "";
    const [, major = "0"] = /version "(?:1\.)?(\d+)/.exec(line) ?? [];
    return { line: line.trim(), isNewEnough: Number(major) >= oldestJava };
  } catch {
    return undefined;
  }
}

/** Throws a clear error where an emulator needs Java and there is none that will do. */
export async function requireJava(emulator: string): Promise<void> {
  const java = await findJava();
  if (java?.isNewEnough) return;
  const found =
    java === undefined ? "there is no working java on the PATH" : `the one on the PATH is ${java.line}`;
  throw new TouchstoneError(
    "TS_JAVA_MISSING",
    `${emulator} needs Java ${oldestJava} or newer, and ${found}`,
    {
      hint: `Install a Java runtime, version ${oldestJava} or newer, or use dynalite, which needs none: dynamodb=dynalite`,
    },
  );
}
