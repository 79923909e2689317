import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../../src/clouds/index.ts";
import { requireAnswer } from "../../../src/lab/index.ts";

interface Said {
  readonly status?: number;
  readonly server?: string;
  readonly text?: string;
}

async function urlOf(
  answer: (response: ServerResponse, method: string | undefined) => void,
): Promise<string> {
  const server = createServer(({ method }, response) => answer(response, method)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/devstoreaccount1`;
}

function saying({ status = 200, server, text = "" }: Said): Promise<string> {
  return urlOf((response) => {
    response.writeHead(status, server === undefined ? {} : { server }).end(text);
  });
}

const buckets = "<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>";
const noBucket = "<?xml version='1.0'?><Error><Code>NoSuchBucket</Code></Error>";
const noToken = '{"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken"}';

test.each<[ServiceName, ServiceName, Said]>([
  ["azure-queue", "azure-blob", { status: 403, server: "Azurite-Blob/3.37.0" }],
  ["azure-blob", "azure-queue", { status: 400, server: "Azurite-Queue/3.37.0" }],
  ["azure-table", "azure-queue", { server: "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0" }],
  ["s3", "azure-table", { status: 400, server: "Azurite-Table/3.37.0" }],
  ["dynamodb", "azure-blob", { status: 400, server: "Azurite-Blob/3.37.0" }],
  ["azure-blob", "s3", { status: 404, text: noBucket }],
  ["dynamodb", "s3", { text: buckets }],
  ["s3", "dynamodb", { text: "healthy: dynamodb.us-east-1.amazonaws.com " }],
  ["s3", "dynamodb", { status: 400, text: noToken }],
])("what is asked for %s and answers as %s is refused", async (service, found, said) => {
  const url = await saying(said);

  await expect(requireAnswer(url, [service], undefined)).rejects.toMatchObject({
    code: "TS_TARGET_OTHER",
    message: `${url} serves ${found}, not ${service}`,
  });
});

test.each<[ServiceName, Said]>([
  ["azure-queue", { status: 403, server: "Azurite-Queue/3.37.0" }],
  ["azure-queue", { status: 404, server: "nginx" }],
  ["azure-blob", { server: "Azurite-Gateway/1.0" }],
  ["azure-table", { status: 503, text: "<html>later</html>" }],
  ["s3", { text: buckets }],
  ["s3", { status: 403, text: "<Error><Code>AccessDenied</Code></Error>" }],
  ["dynamodb", { status: 400, text: noToken }],
  ["dynamodb", { status: 404, text: "Not Found" }],
])("what may be %s is taken for it: %j", async (service, said) => {
  const url = await saying(said);

  await expect(requireAnswer(url, [service], undefined)).resolves.toBeUndefined();
});

test("what serves several is asked for each as its clients do", async () => {
  const url = await urlOf((response, method) =>
    response.end(method === "POST" ? '{"TableNames":[]}' : buckets),
  );

  await expect(requireAnswer(url, ["s3", "dynamodb"], undefined)).resolves.toBeUndefined();
});

test("an answer that does not end is not waited for", async () => {
  const url = await urlOf((response) => response.writeHead(200, { server: "slow" }).write("…"));

  await expect(requireAnswer(url, ["s3"], undefined)).resolves.toBeUndefined();
});
