import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  allContracts,
  defaultWindows,
  errorCodeOf,
  type ServiceName,
  serviceNames,
} from "../../../src/clouds/index.ts";
import {
  contractHeader,
  Lab,
  type LabOptions,
  parseServiceTargets,
  StrictFront,
} from "../../../src/lab/index.ts";
import type { Contract, Example, Input } from "../../../src/model/index.ts";
import { answerTo } from "../../unit/clouds/contracts/examples.ts";
import { type Received, send } from "./signed-requests.ts";

const enforced = allContracts.filter(({ evidence }) => evidence.kind !== "inferred");

/** Contracts that our emulators keep themselves, or whose situation they cannot be brought into. */
const silentHere = new Set([
  "azure-blob/customers-key-is-needed-to-read",
  "azure-blob/refused-pages-say-why",
  "azure-blob/made-up-signature-is-not-authenticated",
  "azure-blob/policies-are-not-for-signatures",
  "azure-queue/policies-are-not-for-signatures",
  "azure-queue/receipt-is-base64",
  "azure-blob/wrong-signature-is-not-authenticated",
  "azure-queue/expired-signature-is-not-authenticated",
  "azure-queue/wrong-signature-is-not-authenticated",
  "azure-table/wrong-signature-is-not-authenticated",
  "azure-table/entity-has-a-partition-key",
  "azure-table/entity-has-a-row-key",
  "dynamodb/failed-condition-tells-the-item",
  "dynamodb/missing-table-is-not-deleted",
  "dynamodb/table-is-described-by-its-arn",
  "s3/object-is-its-owners",
  "s3/website-is-set",
  "s3/website-is-kept",
  "s3/website-that-is-not-set-is-not-there",
  "s3/website-is-removed",
  "s3/cors-that-is-not-set-is-not-there",
]);

/** Who died of a request, and would be started again, empty, amid the tests that follow. */
const crashed: string[] = [];
let lab: Lab;
/** The same emulators without contracts. */
let bare: Lab;
let front: StrictFront;

beforeAll(async () => {
  const wanted = serviceNames.flatMap((service) => parseServiceTargets(service, () => undefined));
  const options: LabOptions = {
    cwd: process.cwd(),
    onEvent: (event) => {
      if (event.type === "crashed") crashed.push([event.emulator, ...event.lastLines].join("\n"));
    },
  };
  [lab, bare] = await Promise.all([Lab.start(wanted, options), Lab.start(wanted, options)]);
  front = await StrictFront.open(lab, { contracts: enforced, windows: defaultWindows });
});

afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await Promise.all([lab[Symbol.asyncDispose](), bare[Symbol.asyncDispose]()]);
  expect(crashed).toEqual([]);
});

afterEach(() => {
  expect(crashed.splice(0), "no emulator dies of an example").toEqual([]);
});

type Calls = readonly (readonly [operation: string, input: Input])[];

/** What has to be there before an emulator is asked. */
const setUps: Readonly<Record<string, Calls>> = {
  "azure-blob": [
    ["Container_Create", { containerName: "photos" }],
    ["BlockBlob_Upload", { containerName: "photos", blob: "a.txt" }],
    ["PageBlob_Create", { containerName: "photos", blob: "disk", blobContentLength: 1024 }],
  ],
  "azure-queue": [["Queue_Create", { queueName: "jobs" }]],
  "azure-table": [["Table_Create", { tableProperties: { TableName: "users" } }]],
  s3: [
    ["CreateBucket", { Bucket: "photos" }],
    ["PutObject", { Bucket: "photos", Key: "a.png", Body: new TextEncoder().encode("hello") }],
  ],
  dynamodb: [],
};

/** The same input with names of its own, so that examples do not meet each other. */
function renamed(value: unknown, own: number): unknown {
  if (typeof value === "string") {
    return value.replace(
      /^(photos|users|jobs)(?=$|\/)|(?<=table\/)(users)$|(?<="arn:aws:s3:::)photos(?=["/])/,
      (name) => `${name}${own}`,
    );
  }
  if (Array.isArray(value)) return value.map((one) => renamed(one, own));
  if (value instanceof Uint8Array || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name === "users" ? `users${own}` : name,
      renamed(part, own),
    ]),
  );
}

let count = 0;

/** Brings the emulator into an example's situation, and sends its request, all through the front or past it. */
async function perform(
  contract: Contract,
  operation: string,
  example: Example,
  { targets }: Pick<Lab, "targets"> = front,
): Promise<Received> {
  const service = contract.service as ServiceName;
  const endpoint = targets.find((target) => target.service === service)?.endpoint ?? "";
  const own = ++count;
  let upload: string | undefined;
  const ask = async (name: string, input: Input = {}, caller?: Example["caller"]) => {
    const known = input["UploadId"] === "upload-1" && upload !== undefined ? { UploadId: upload } : {};
    const sent = { ...(renamed(input, own) as Input), ...known };
    const received = await send(endpoint.replace("https:", "http:"), service, name, sent, caller);
    upload = /<UploadId>([^<]+)/.exec(received.text)?.[1] ?? upload;
    return received;
  };
  const steps = example.after ?? [];
  const setUp = setUps[service] ?? [];
  const isSetUp = steps.some((step) => step.operation === setUp[0]?.[0]);
  if (contract.asksFirst || (steps.length > 0 && !isSetUp)) {
    // What the example makes in its own way is made so at once: making it again would change nothing.
    for (const [name, input] of setUp) {
      await ask(name, steps.find((step) => step.operation === name)?.input ?? input);
    }
  }
  for (const step of steps) await ask(step.operation, step.input);
  return await ask(operation, example.input, example.caller);
}

describe.each(serviceNames)("behind the contracts of %s", (service) => {
  const own = enforced.filter((contract) => contract.service === service);

  test.each(own.filter(({ id }) => !silentHere.has(id)))(
    "$id gives the cloud's answer instead of the emulator's",
    async (contract) => {
      const [operation = ""] = contract.on;

      const received = await perform(contract, operation, contract.breaks);

      const expected = answerTo(contract, operation, contract.breaks);
      expect(received.headers.get(contractHeader)).toBe(contract.id);
      expect(received.status).toBe(expected?.status);
      if (!operation.startsWith("Head") && expected?.code !== undefined) {
        expect(`${received.text}${received.headers.get("x-ms-error-code")}`).toContain(expected.code);
      }
    },
  );

  const silent = own.filter(({ id }) => silentHere.has(id));

  test.runIf(silent.length > 0).each(silent)("$id is still silent here", async (contract) => {
    const [operation = ""] = contract.on;

    const received = await perform(contract, operation, contract.breaks);

    expect(received.headers.get(contractHeader)).not.toBe(contract.id);
  });

  // What is kept only while some time goes by, or by an emulator that can do what ours cannot, is for the unit tests.
  const reproducible = own.filter(
    ({ asksFirst, keeps: { after = [], later } }) =>
      !asksFirst && later === undefined && after.every((step) => step.answered?.status === undefined),
  );

  test.each(reproducible)("$id lets pass what just keeps it", async (contract) => {
    const [operation = ""] = contract.on;

    const received = await perform(contract, operation, contract.keeps);
    const alone = await perform(contract, operation, contract.keeps, bare);

    const answeredBy = received.headers.get(contractHeader);
    const other = enforced.find(({ id }) => id === answeredBy);
    const expected = other === undefined ? outcomeOf(alone) : outcomeFor(other);
    expect(answeredBy).not.toBe(contract.id);
    expect({ answeredBy, ...outcomeOf(received) }).toEqual({ answeredBy, ...expected });
  });
});

test("who is silent here is a contract that is enforced", () => {
  const ids = new Set(enforced.map(({ id }) => id));

  expect([...silentHere].filter((id) => !ids.has(id))).toEqual([]);
});

/** How a contract answers what breaks it. */
function outcomeFor(contract: Contract) {
  const { status, code } = answerTo(contract, contract.on[0] ?? "", contract.breaks) ?? {};
  return { status, code };
}

function outcomeOf({ status, headers, text }: Received) {
  return { status, code: errorCodeOf(status < 300 ? "" : text, [...headers]) };
}
