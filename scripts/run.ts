import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Runs a tool of the project and gives its exit code and what it wrote. */
export async function run(
  command: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, output };
}
