import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallResult, errorCodeOf, type ServiceName } from "../../../src/clouds/index.ts";
import type { Step } from "../../../src/explore/index.ts";
import { curlOf, openSide, type Side, scriptOf } from "../../../src/fidelity/index.ts";
import { FreshNames } from "../../../src/fidelity/pair/fresh-names.ts";
import { publicCredentials } from "../../../src/fidelity/repro/callers.ts";
import { performAlone } from "../../../src/fidelity/repro/perform-alone.ts";
import { loadConfig } from "../../../src/lab/config/index.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";
import { ended, hasCurl, root } from "./ended.ts";
import {
  blobs,
  finding,
  items,
  objects,
  queues,
  step,
  tables,
  ungivenBlobs,
  ungivenMessages,
  ungivenUploads,
} from "./findings.ts";

if (!hasCurl) console.log("there is no curl here: what is written with it is not run");

/** What a program prints; what it starts may be served by this very process, which must not be blocked. */
async function output(...args: Parameters<typeof ended>): Promise<string> {
  const { lines } = await ended(...args);
  return lines.join("\n");
}

/** `400 TagsTooLarge`: how our own driver tells it. */
function told(result: CallResult): string {
  return result.kind === "answered" ? [result.status, result.code].filter(Boolean).join(" ") : result.kind;
}

function toldByScript(text: string): string[] {
  return [...text.matchAll(/^\w+: (\d.*)$/gm)].map(([, outcome = ""]) => outcome);
}

function toldByCurl(text: string): string[] {
  return text
    .split(/^# \d+\. /m)
    .slice(1)
    .map((answer) => {
      const status = /^HTTP\/1\.1 (\d+)/m.exec(answer)?.[1] ?? "";
      const headers = [...answer.matchAll(/^([\w-]+): (.*?)\r?$/gm)].map(
        ([, name = "", value = ""]) => [name, value] as const,
      );
      return [status, Number(status) < 400 ? undefined : errorCodeOf(answer, headers)]
        .filter(Boolean)
        .join(" ");
    });
}

const cases: readonly (readonly [string, ServiceName, string, readonly Step[]])[] = [
  ["azure-blob", "azure-blob", "azurite", blobs],
  ["azure-queue", "azure-queue", "azurite", queues],
  ["azure-table", "azure-table", "azurite", tables],
  ["s3", "s3", "s3rver", objects],
  ["dynamodb", "dynamodb", "dynalite", items],
  ["what no blob has given", "azure-blob", "azurite", ungivenBlobs],
  ["what no queue has given", "azure-queue", "azurite", ungivenMessages],
  ["what no bucket has given", "s3", "s3rver", ungivenUploads],
];

/** One Azurite for all of its services. */
let lab: Lab;

beforeAll(async () => {
  lab = await Lab.start(
    parseServiceTargets("azurite", () => undefined),
    { cwd: root },
  );
});
afterAll(() => lab[Symbol.asyncDispose]());

async function sideOf(service: ServiceName, emulator: string): Promise<Side> {
  const there = lab.reachable.find((each) => each.service === service)?.plainEndpoint;
  const { config } = await loadConfig(root, undefined);
  return openSide(service, there ?? emulator, { cwd: root, config });
}

test.runIf(hasCurl)(
  "lines for a cloud sign by a stored policy with the key of whoever runs them",
  async () => {
    await using side = await sideOf("azure-queue", "azurite");
    await using stage = side.open();
    const queue = { queueName: "jobs" };
    const AccessPolicy = { Expiry: "2099-12-31T23:59:59Z", Permission: "r" };
    await stage.call("owner", "Queue_Create", queue);
    await stage.call("owner", "Queue_SetAccessPolicy", {
      ...queue,
      queueAcl: [{ Id: "touchstone", AccessPolicy }],
    });
    const sequence = [
      step("Messages_Peek", queue, { caller: "policy-sas" }),
      step("Messages_Dequeue", queue, { caller: "policy-sas" }),
    ];
    const lines = await curlOf(finding("azure-queue", sequence), { aim: "cloud" });
    const { id, secret } = publicCredentials("azure-queue");

    const text = await output("sh", lines, side.endpoint, { ACCOUNT: id, ACCOUNT_KEY: secret });

    expect(toldByCurl(text), text).toEqual(["200", "403 AuthorizationPermissionMismatch"]);
  },
);

describe.each(cases)("%s", (_name, service, emulator, sequence) => {
  let side: Side;
  let expected: readonly string[];

  beforeAll(async () => {
    side = await sideOf(service, emulator);
    const names = new FreshNames("rp");
    const { results } = await performAlone(side, sequence, { names, probes: false });
    expected = results.map(told);
  });
  afterAll(() => side[Symbol.asyncDispose]());

  test("a script is answered as our own driver is", async () => {
    const script = await scriptOf(finding(service, sequence));

    const text = await output(process.execPath, script, side.endpoint);

    expect(toldByScript(text), text).toEqual(expected);
  });

  test.runIf(hasCurl)("lines with curl are answered as our own driver is", async () => {
    const lines = await curlOf(finding(service, sequence));

    const text = await output("sh", lines, side.endpoint);

    expect(toldByCurl(text), text).toEqual(expected);
  });
});
