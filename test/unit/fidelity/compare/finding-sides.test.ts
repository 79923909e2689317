import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { comparedFindings } from "../../../../src/fidelity/compare/compared-findings.ts";
import { FindingSides } from "../../../../src/fidelity/compare/finding-sides.ts";
import { checkConfig } from "../../../../src/lab/config/index.ts";
import { parseServiceTargets } from "../../../../src/lab/index.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

/** The names of the queues that somebody is asked to make, and where. */
async function asked(): Promise<{ readonly url: string; readonly names: readonly string[] }> {
  const names: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === "PUT") names.push(request.url?.split("/")[2]?.replace(/\?.*/, "") ?? "");
    request.resume().on("end", () => response.writeHead(request.method === "DELETE" ? 204 : 201).end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`, names };
}

const made = sampleFinding({
  service: "azure-queue",
  operation: "Queue_Create",
  sequence: [
    {
      operation: "Queue_Create",
      input: { queueName: "ts000001" },
      caller: "owner",
      tries: { kind: "valid" },
    },
  ],
});

test("names are new for each finding, and in each run where others may have been before", async () => {
  const { url, names } = await asked();
  const target = parseServiceTargets(`azure-queue=${url}`, () => undefined);
  const options = { cwd: process.cwd(), config: checkConfig({}, "config") };

  for (let run = 0; run < 2; run++) {
    await using sides = new FindingSides(target, target, options);
    const shown = [
      await sides.perform(made, "a"),
      await sides.perform(made, "b"),
      await sides.perform(made, "a"),
    ];
    expect(shown).toEqual([true, true, true]);
  }

  expect(names).toHaveLength(6);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(/^[a-z][0-9a-z]{7}$/);
});

const outcome = { status: 201, code: null, message: null };
/** Only beside a reference of this name it shows whose answer came. */
const beside = (label: string) =>
  sampleFinding({
    ...made,
    emulator: { ...outcome, label: "azurite 3.21.0" },
    reference: { ...outcome, label },
    differences: [{ place: "response.body.Name", emulator: "a", reference: "b" }],
  });

test("a reference that cannot be had is told once, with the reason, and what needs it is not performed", async () => {
  const { url, names } = await asked();
  const target = parseServiceTargets(`azure-queue=${url}`, () => undefined);
  const notes: string[] = [];
  await using sides = new FindingSides(target, target, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
    onEvent: (event) => event.type === "note" && notes.push(event.text),
  });

  const shown = [
    await sides.perform(beside("nobody 1.0.0"), "a"),
    await sides.perform(beside("nobody 1.0.0"), "b"),
  ];

  expect(shown).toEqual([undefined, undefined]);
  expect(notes).toEqual([expect.stringMatching(/^nobody 1\.0\.0 cannot be had as a reference: .*nobody/)]);
  expect(names).toEqual([]);
});

test("a finding that would remove what nobody has made is left out with the reason, and others are performed", async () => {
  const { url, names } = await asked();
  const target = parseServiceTargets(`azure-queue=${url}`, () => undefined);
  const removal = { caller: "owner", tries: { kind: "valid" } } as const;
  const removing = sampleFinding({
    service: "azure-queue",
    operation: "Queue_Delete",
    id: "Queue_Delete-3f9a12",
    sequence: [{ ...removal, operation: "Queue_Delete", input: { queueName: "jobs" } }],
  });
  const notes: string[] = [];
  await using sides = new FindingSides(target, target, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
    onEvent: (event) => event.type === "note" && notes.push(event.text),
  });

  const found = await comparedFindings([removing, made], sides.perform);

  expect(found).toMatchObject({ unperformed: 1, stayed: 1 });
  expect(notes).toEqual([
    "Queue_Delete-3f9a12 is left out: Queue_Delete was not performed: this would change jobs, which this run did not create",
  ]);
  expect(names).toHaveLength(2);
});

test("what is answered with pages for people alone is left out, and other findings are performed", async () => {
  const server = createServer((request, response) => {
    const isMaking = request.method === "PUT" || request.method === "DELETE";
    const type = isMaking ? "application/xml" : "text/html";
    request.resume().on("end", () => response.writeHead(201, { "content-type": type }).end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
  const target = parseServiceTargets(`azure-queue=${url}`, () => undefined);
  const reading = sampleFinding({
    service: "azure-queue",
    operation: "Service_GetStatistics",
    id: "Service_GetStatistics-3f9a12",
    sequence: [{ operation: "Service_GetStatistics", input: {}, caller: "owner", tries: { kind: "valid" } }],
  });
  const notes: string[] = [];
  await using sides = new FindingSides(target, target, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
    onEvent: (event) => event.type === "note" && notes.push(event.text),
  });

  const found = await comparedFindings([reading, made], sides.perform);

  expect(found).toMatchObject({ unperformed: 1, stayed: 1 });
  expect(notes).toEqual([
    `Service_GetStatistics-3f9a12 is left out: ${url} answers every call with an HTML page`,
  ]);
});

test("where a run is interrupted, no finding is taken for one whose reference cannot be had", async () => {
  const { url } = await asked();
  const target = parseServiceTargets(`azure-queue=${url}`, () => undefined);
  const interruption = new AbortController();
  await using sides = new FindingSides(target, target, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
    signal: interruption.signal,
  });

  const performing = sides.perform(beside("azurite"), "a");
  interruption.abort(new Error("interrupted"));

  await expect(performing).rejects.toThrow("interrupted");
});
