import { crc32 } from "node:zlib";
import type { Operation, Type } from "../../model/index.ts";
import {
  cannotSend,
  type Names,
  type RequestHead,
  type ResponseHead,
  type ReturnedResponse,
  type Rewriter,
  type SentRequest,
} from "../../wire/index.ts";
import { type AmazonAccount, type AmazonAccountOptions, amazonAccount } from "../shared/amazon-account.ts";
import { clientRegion, clientSignature } from "../shared/amazon-authorization.ts";
import { messageBack } from "../shared/amazon-messages.ts";
import { sha256 } from "../shared/amazon-payload.ts";
import { signByHeader, signByQuery } from "../shared/amazon-signer.ts";
import { headerIn, headerRecord, withHeader, withoutHeaders } from "../shared/header-list.ts";
import { readRequest } from "../shared/wire-request.ts";
import { dynamodbRecognizer } from "./identify.ts";
import { type ItemChanges, itemChanges, putItems, WrittenItems, whyKept } from "./kept.ts";
import { isRecord, mapNames, namesIn } from "./names-in-documents.ts";
import { isListing, type Renaming, renamings } from "./rename.ts";

/** The account that requests to DynamoDB are sent to, and who sends them. */
export type DynamodbAccountOptions = AmazonAccountOptions;

/**
 * Sends an emulator's requests to DynamoDB in another account: tables get names of the run's own, and every request is
 * signed anew as of now, since a test's own clock may stand still.
 *
 * @example
 * dynamodbRewriter({ region: "eu-west-1", account: "111122223333", allowHosts: ["amazonaws.com"], identity, credentials, names });
 */
export function dynamodbRewriter(options: DynamodbAccountOptions): Rewriter {
  const account = amazonAccount("dynamodb", options);
  const renaming = renamings(account);
  const written = new WrittenItems();
  const changes = new WeakMap<RequestHead, ItemChanges>();
  return {
    needsBody: () => true,
    async request(head, body = Buffer.alloc(0)) {
      const operation = operationOf(head);
      const names = renaming(operation, clientRegion(head), head.by);
      const document = readDocument(head, body);
      changes.set(head, keptChanges(head, operation, document, names, { names: account.names, written }));
      refuseOddStatement(head, operation, document, names);
      await account.confirm();
      const sent = Buffer.from(JSON.stringify(mapNames(inputOf(operation), document, names.there)));
      return signed(head, sent, account);
    },
    needsResponseBody: () => true,
    async response(head, response, body = Buffer.alloc(0)) {
      const operation = operationOf(head);
      const names = renaming(operation, clientRegion(head), head.by);
      const done = response.status < 300 ? changes.get(head) : undefined;
      if (done !== undefined) {
        for (const put of putItems(done, parsed(body))) {
          if (account.names.isExisting("dynamodbTable", put.table)) written.add(put);
        }
      }
      return returned(response, body, (document) =>
        response.status < 300
          ? answerBack(operation, document, names, head)
          : messagesBack(document, clientRegion(head), account),
      );
    },
  };
}

function operationOf(head: RequestHead): Operation {
  const wire = readRequest({
    method: head.method,
    url: head.target,
    headers: headerRecord(head.headers),
  });
  const operation = dynamodbRecognizer.recognize(wire, wire.path);
  if (operation !== undefined) return operation;
  throw cannotSend(head, dynamodbRecognizer.whyNot(wire, wire.path));
}

function inputOf({ parameters }: Operation): Type {
  return {
    kind: "object",
    open: false,
    fields: Object.fromEntries(parameters.map(({ wire, type }) => [wire, type])),
  };
}

/** What cannot be read cannot be renamed, and could then reach a table that is not the test's. */
function readDocument(head: RequestHead, body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(body.toString());
    if (isRecord(document)) return document;
  } catch {
    // Said below, without the body: it may have secrets in it.
  }
  throw cannotSend(head, "its body is no JSON object, so that its tables cannot be renamed");
}

/** What a request does to items; what would touch something of before the run is refused. */
function keptChanges(
  head: RequestHead,
  operation: Operation,
  document: Readonly<Record<string, unknown>>,
  { tablesIn }: Renaming,
  kept: { readonly names: Names; readonly written: WrittenItems },
): ItemChanges {
  const texts = namesIn(inputOf(operation), document);
  const tables = texts.flatMap(({ text, naming }) => tablesIn(text, naming));
  const changes = itemChanges(operation, document, (text) => tablesIn(text, "table")[0] ?? text);
  const why = whyKept(operation, { tables, texts }, changes, kept);
  if (why !== undefined) throw cannotSend(head, why);
  return changes;
}

/** A table that is not found is not renamed, and could be somebody's. */
function refuseOddStatement(
  head: RequestHead,
  operation: Operation,
  document: Readonly<Record<string, unknown>>,
  { tablesIn }: Renaming,
): void {
  const found = namesIn(inputOf(operation), document);
  const odd = found.some(({ text, naming }) => naming === "statement" && tablesIn(text, naming).length === 0);
  if (odd) throw cannotSend(head, "in its statement no table is found that could be renamed");
}

async function signed(head: RequestHead, body: Buffer, account: AmazonAccount): Promise<SentRequest> {
  const { method, target } = head;
  const { host, origin } = new URL(account.endpoint);
  // An answer that came compressed could not be renamed.
  const bare = withoutHeaders(head.headers, "accept-encoding");
  const hashed = headerIn(bare, "x-amz-content-sha256") !== undefined;
  const payload = sha256(body);
  const hosted = withHeader(bare, "Host", host);
  const headers = hashed ? withHeader(hosted, "x-amz-content-sha256", payload) : hosted;
  const sent = { origin, method, target, headers, body };
  const signature = clientSignature(target, head.headers);
  if (signature.by === "nobody") return sent;
  if (signature.by === "other") throw cannotSend(head, signature.why);
  const credentials = await account.credentials();
  const scope = { region: account.region, service: "dynamodb" } as const;
  const signing = { scope, credentials, payload, signed: signature.signed };
  return signature.by === "header"
    ? { ...sent, headers: signByHeader(sent, { ...signing, date: account.now() }) }
    : { ...sent, target: signByQuery(sent, { ...signing, date: signature.date }) };
}

function returned(
  { headers }: ResponseHead,
  body: Buffer,
  change: (document: Readonly<Record<string, unknown>>) => unknown,
): ReturnedResponse {
  const document = parsed(body);
  if (document === undefined) return { headers, body };
  const changed = Buffer.from(JSON.stringify(change(document)));
  const checked = headerIn(headers, "x-amz-crc32") !== undefined;
  return {
    headers: checked ? withHeader(headers, "x-amz-crc32", String(crc32(changed))) : headers,
    body: changed,
  };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const document: unknown = JSON.parse(body.toString());
    return isRecord(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

function answerBack(
  operation: Operation,
  document: Readonly<Record<string, unknown>>,
  names: Renaming,
  head: RequestHead,
): unknown {
  if (operation.name === "DescribeEndpoints") return endpointsBack(document, head);
  const type = operation.output.body;
  if (!isListing(operation)) return mapNames(type, document, names.back);
  const shown = mapNames(type, withoutStrangers(type, document, names), names.back);
  return operation.name === "ListTables" && isRecord(shown) ? inOrder(shown) : shown;
}

/** Listings go over the whole account: only what this test has made is shown. */
function withoutStrangers(
  type: Type,
  document: Readonly<Record<string, unknown>>,
  names: Renaming,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(document).map(([field, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [field, value];
    const own = value.filter((item) =>
      namesIn(type, { [field]: [item] }).every(({ text, naming }) => names.isOwn(text, naming)),
    );
    return [field, own];
  });
  return Object.fromEntries(entries);
}

/** Renamed, the names may have another order than the application's own. */
function inOrder(page: Readonly<Record<string, unknown>>): unknown {
  const names = page["TableNames"];
  return Array.isArray(names) ? { ...page, TableNames: names.toSorted() } : page;
}

/** SDKs that ask where to send to shall stay here. */
function endpointsBack(
  document: Readonly<Record<string, unknown>>,
  { origin, headers }: RequestHead,
): unknown {
  const Address = headerIn(headers, "host") ?? new URL(origin).host;
  const endpoints = Array.isArray(document["Endpoints"]) ? document["Endpoints"] : [];
  return {
    ...document,
    Endpoints: endpoints.map((each: unknown) => (isRecord(each) ? { ...each, Address } : each)),
  };
}

/** A refusal: its words are put back, the items that it may carry are not touched. */
function messagesBack(
  document: Readonly<Record<string, unknown>>,
  region: string,
  account: AmazonAccount,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(document).map(([name, value]): [string, unknown] => {
    if (typeof value === "string" && name.toLowerCase() === "message") {
      return [name, messageBack(value, region, account)];
    }
    if (name !== "CancellationReasons" || !Array.isArray(value)) return [name, value];
    return [
      name,
      value.map((each: unknown) => (isRecord(each) ? messagesBack(each, region, account) : each)),
    ];
  });
  return Object.fromEntries(entries);
}
