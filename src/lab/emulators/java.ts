import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { TouchstoneError } from "../../model/index.ts";

/** The version line of the Java on the PATH, or nothing where there is none that runs. */
export async function javaVersion(): Promise<string | undefined> {
  try {
    const { stderr, stdout } = await promisify(execFile)("java", ["-version"]);
    return `${stderr}${stdout}`.split("\n")[0]?.trim();
  } catch {
    return undefined;
  }
}

/** Throws a clear error where an emulator needs Java and there is none. */
export async function requireJava(emulator: string): Promise<void> {
  if ((await javaVersion()) !== undefined) return;
  throw new TouchstoneError(
    "TS_JAVA_MISSING",
    `${emulator} needs Java, and there is no working java on the PATH`,
    {
      hint: "Install a Java runtime, version 17 or newer, or use dynalite, which needs none: dynamodb=dynalite",
    },
  );
}
