import { spawn } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type Mark, markerHeader, readMark } from "../../src/wire/attribution/marker.ts";
import { preloadEnvironment } from "../../src/wire/attribution/preload-environment.ts";

/** Where the programs are that send requests from inside test runners. */
export const programs = join(import.meta.dirname, "programs/attribution");
export const modules = join(import.meta.dirname, "../../node_modules");

/** A request as it came: by which way, whose it says it is in its path, and whose its marker says it is. */
export interface MarkedRequest {
  readonly way: string;
  readonly whose: Mark;
  readonly mark: Mark | undefined;
}

/** A server that takes every request, and keeps whose they were. */
export async function listen(): Promise<{ origin: string; requests: MarkedRequest[] }> {
  const requests: MarkedRequest[] = [];
  const server = createServer((request, response) => {
    requests.push(readRequest(request));
    request.resume();
    request.on("end", () => response.end("fine"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function readRequest(request: IncomingMessage): MarkedRequest {
  const [, way = "", name = ""] = /\/(\w+)\/~([\w-]+)~/.exec(request.url ?? "") ?? [];
  const marker = request.headers[markerHeader];
  const whose = JSON.parse(Buffer.from(name, "base64url").toString() || "{}") as Mark;
  return { way, whose, mark: typeof marker === "string" ? readMark(marker) : undefined };
}

/** Those whose marker does not say what their path says. */
export function wrongOnes(requests: readonly MarkedRequest[]): MarkedRequest[] {
  return requests.filter(({ whose, mark }) => mark?.test !== whose.test || mark?.file !== whose.file);
}

/** The variables that a program needs on any machine, and ours. */
export function programEnvironment(
  origin: string,
  more: {
    origins?: readonly string[];
    redirects?: Record<string, string>;
    env?: Record<string, string>;
  } = {},
): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ORIGIN: origin, ...more.env };
  const { origins = [origin], redirects = {} } = more;
  return { ...env, ...preloadEnvironment({ origins, redirects, root: programs, env }) };
}

/** Runs a program with this Node to its end. */
export async function runNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: programs, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: out + err };
}
