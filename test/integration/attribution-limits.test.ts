import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { listen, modules, programEnvironment, programs, runNode, wrongOnes } from "./marked-requests.ts";

test("a program without tests sends unmarked requests", async () => {
  const { origin, requests } = await listen();

  const { code, output } = await runNode(["sender.cjs"], programEnvironment(origin));

  expect(code, output).toBe(0);
  expect(requests.map(({ way, mark }) => ({ way, mark }))).toEqual([
    { way: "http", mark: undefined },
    { way: "fetch", mark: undefined },
  ]);
});

test("processes and threads that a test starts belong to the set-up of its file", async () => {
  const { origin, requests } = await listen();

  const { code, output } = await runNode(["--test", "descendants.node-test.mjs"], programEnvironment(origin));

  expect(code, output).toBe(0);
  expect(requests).toHaveLength(10);
  expect(wrongOnes(requests)).toEqual([]);
});

test("nobody but the proxies sees a marker", async () => {
  const proxy = await listen();
  const other = await listen();
  const env = programEnvironment(proxy.origin, { env: { ELSEWHERE: other.origin } });

  const { code, output } = await runNode(["--test", "elsewhere.node-test.mjs"], env);

  expect(code, output).toBe(0);
  const mark = {
    file: "elsewhere.node-test.mjs",
    test: "elsewhere.node-test.mjs > asks a proxy and others",
  };
  expect(other.requests.map((request) => request.mark)).toEqual(Array(other.requests.length).fill(undefined));
  expect(proxy.requests.map((request) => request.mark)).toEqual(Array(14).fill(mark));
  expect(other.requests).toHaveLength(7);
});

test.for([
  { name: "node:test", command: ["--test", "undici.node-test.mjs"] },
  {
    name: "Jest",
    command: [join(modules, "jest/bin/jest.js"), "--config", "undici.jest.json", "--watchman=false"],
  },
])("undici from npm is marked in $name, also where its requests wait in a queue", async ({ command }) => {
  const { origin, requests } = await listen();

  const { code, output } = await runNode(command, programEnvironment(origin));

  expect(code, output).toBe(0);
  expect(requests).toHaveLength(50);
  expect(requests.filter(({ whose, mark }) => mark?.test !== whose.test)).toEqual([]);
});

test("without its variables the preload leaves everything as it is", async () => {
  const { NODE_OPTIONS = "", PATH = "" } = programEnvironment("http://127.0.0.1:1");
  const program = "console.log(String([http.request, http.get, fetch, worker_threads.Worker]))";
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ["-e", program], { cwd: programs, env: { PATH, ...env } });

  const plain = await run({});
  const idle = await run({ NODE_OPTIONS });
  const active = await run({ NODE_OPTIONS, TOUCHSTONE_ORIGINS: "http://127.0.0.1:1" });

  expect(idle.stdout).toBe(plain.stdout);
  expect(active.stdout).not.toBe(plain.stdout);
});
