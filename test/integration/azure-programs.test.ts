import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../src/clouds/index.ts";
import { Lab, parseServiceTargets } from "../../src/lab/index.ts";

async function start(service: ServiceName): Promise<Lab> {
  const wanted = parseServiceTargets(service, () => undefined);
  const lab = await Lab.start(wanted, { cwd: process.cwd() });
  onTestFinished(() => lab[Symbol.asyncDispose]());
  return lab;
}

async function run(program: string, { env }: Lab): Promise<unknown> {
  const file = join(import.meta.dirname, "programs", program);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}

test("a program with a token credential is served over HTTPS, trusting what the variables name", async () => {
  const lab = await start("azure-blob");

  const outcome = await run("token-client.ts", lab);

  expect(lab.targets[0]?.endpoint).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  expect(outcome).toEqual({ exists: true, signedService: "b" });
});

test("one port speaks both, piece by piece too, and lets go of whoever says nothing or leaves", async () => {
  const lab = await start("azure-queue");
  const { hostname: host, port } = new URL(lab.targets[0]?.endpoint ?? "");
  const ca = readFileSync(lab.env["NODE_EXTRA_CA_CERTS"] ?? "");
  const address = { host, port: Number(port) };
  const open = async (isSecure: boolean) => {
    const socket = isSecure ? connectTls({ ...address, ca }) : connect(address);
    onTestFinished(() => void socket.destroy());
    await once(socket, isSecure ? "secureConnect" : "connect");
    return socket;
  };
  const asked = async (socket: Socket) => {
    const answered = once(socket, "data") as Promise<[Buffer]>;
    for (const piece of ["G", "ET /devstoreaccount1?comp=list HTTP/1.1\r\nHo", `st: ${host}\r\n\r\n`]) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [answer] = await answered;
    return answer.toString().split("\r\n")[0];
  };

  const silent = await open(false);
  silent.end();
  await once(silent.resume(), "close");
  (await open(false)).resetAndDestroy();
  const [plain, secure] = [await open(false), await open(true)];

  for (const socket of [plain, secure, plain]) expect(await asked(socket)).toMatch(/^HTTP\/1\.1 403 /);
});

test("tables are reached by the connection string with an option, and by the endpoint without", async () => {
  const lab = await start("azure-table");

  const outcome = await run("table-client.ts", lab);

  expect(outcome).toEqual({
    connectionString: "created",
    connectionStringAlone: "Cannot connect to URL while allowInsecureConnection is false.",
    endpoint: "created",
  });
});
