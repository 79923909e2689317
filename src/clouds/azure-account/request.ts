import { cannotSend, type RawHeader, type RequestHead, type SentRequest } from "../../wire/index.ts";
import { headerIn, withHeader } from "../shared/header-list.ts";
import { splitTarget } from "../shared/wire-request.ts";
import { accountInHost, addressOf, behindAccount, leavesItsTop, type Place, splitUrl } from "./address.ts";
import { mapText } from "./body-text.ts";
import { checksummed } from "./checksums.ts";
import { isGenuine, spoiledHeaders, spoiledTarget } from "./client-signature.ts";
import { sourcesThere } from "./copy-source.ts";
import { type AzureCredential, authorize } from "./credential.ts";
import { type Crossing, crossingOf, entityCrossing, placeOfClient, type Route } from "./crossing.ts";
import { mapStrings } from "./json-strings.ts";
import { insertsEntity, noteInsertion, whyRefused } from "./kept.ts";
import { boundaryOf, type InnerMessage, mapMessages } from "./multipart.ts";
import { type RawQuery, readQuery, writeQuery } from "./raw-query.ts";
import { headersThere, pathThere, queryThere } from "./request-names.ts";

/** Operations whose bodies hold names or addresses. */
const speaking = new Set(["Table_Create", "Table_Batch", "Service_SubmitBatch", "Container_SubmitBatch"]);

/** Whether a request's body has to be changed. */
function bodySpeaks({ operation }: Crossing): boolean {
  return speaking.has(operation);
}

/** Whether a request's body has to be there whole. */
export function bodyIsNeeded(crossing: Crossing): boolean {
  return bodySpeaks(crossing) || insertsEntity(crossing);
}

/** A request's way, and what it takes to go it. */
interface RequestWay {
  readonly route: Route;
  readonly credential: AzureCredential;
  readonly head: RequestHead;
  readonly crossing: Crossing;
}

/** A request as it leaves for the other account. */
export async function requestThere(way: RequestWay, body: Buffer | undefined): Promise<SentRequest> {
  const { head, crossing, credential } = way;
  const changed = body === undefined || !bodySpeaks(crossing) ? undefined : await bodyThere(body, way);
  const headers = changed === undefined ? head.headers : checksummed(head.headers, changed);
  const signed = await messageThere({ ...head, headers }, crossing, credential);
  const sent = isForged(way) ? spoiled(signed) : signed;
  noteInsertion(crossing, body?.toString() ?? "");
  const whole = changed ?? body;
  return { ...sent, method: head.method, ...(whole !== undefined && { body: whole }) };
}

function isForged({ head, crossing, route }: RequestWay): boolean {
  const { signer } = route;
  return signer?.account === crossing.client.account && !isGenuine(head, crossing, signer.key);
}

/** What the client did not sign rightly is not let in there either. */
function spoiled<Message extends { target: string; headers: readonly RawHeader[] }>(
  message: Message,
): Message {
  return { ...message, target: spoiledTarget(message.target), headers: spoiledHeaders(message.headers) };
}

/** First line and headers, authorised for the other account. */
async function messageThere(
  head: RequestHead,
  crossing: Crossing,
  credential: AzureCredential,
): Promise<{ origin: string; target: string; headers: readonly RawHeader[] }> {
  const { place, other, names, service } = crossing;
  const sentQuery = readQuery(place.query);
  const why = whyNotSent(crossing, sentQuery, head);
  if (why !== undefined) throw cannotSend(head, why);
  const path = pathThere(crossing, sentQuery);
  const { origin, path: absolute } = addressOf(other, { ...place, path });
  const sources = await sourcesThere(headersThere(head.headers, names), crossing, credential, head);
  const authorized = await authorize(
    {
      method: head.method,
      path: absolute,
      query: queryThere(crossing, sentQuery),
      headers: hostThere(sources, origin),
      scope: { service, account: other.account, path },
    },
    credential,
    { head, other },
  );
  return { origin, ...authorized };
}

function hostThere(headers: readonly RawHeader[], origin: string): readonly RawHeader[] {
  const host = origin.replace(/^https?:\/\//, "");
  return headerIn(headers, "host") === undefined ? headers : withHeader(headers, "host", host);
}

/** Why a request is not for the other account; `undefined` if it is. */
function whyNotSent(crossing: Crossing, query: RawQuery, head: RequestHead): string | undefined {
  const { place, other, operation } = crossing;
  if (leavesItsTop(place.path)) return "its path leaves what it names";
  if (operation === "Service_GetUserDelegationKey") {
    return "the key would be the other account's secret, and what it signs cannot be signed anew";
  }
  const isKnown =
    other.addressing === "path" || accountInHost(splitUrl(other.origin)?.host ?? "") !== undefined;
  if (place.secondary && !isKnown) return "the other account's host does not tell where its second region is";
  return whyRefused(crossing, query, head);
}

async function bodyThere(body: Buffer, way: RequestWay): Promise<Buffer> {
  const { crossing, head } = way;
  if (crossing.operation === "Table_Create") return mapText(body, (text) => newTable(text, crossing, head));
  const boundary = boundaryOf(headerIn(head.headers, "content-type"));
  if (boundary === undefined) throw cannotSend(head, "its batch cannot be read: there is no boundary");
  const change = crossing.operation === "Table_Batch" ? entityThere : blobThere;
  return mapText(body, async (text) => {
    let read = 0;
    const changed = await mapMessages(text, boundary, (message) => {
      read++;
      return change(message, way);
    });
    const written = text.match(/^[A-Z]+ \S+ HTTP\/\d/gim) ?? [];
    if (written.length > read) throw cannotSend(head, "its batch has parts that cannot be read");
    return changed;
  });
}

/** The name of a table to be made, in JSON or in Atom. */
function newTable(text: string, { names }: Crossing, head: RequestHead): string {
  let isNamed = names.areKept;
  const renamed = (name: string): string => {
    isNamed = true;
    return names.there(name);
  };
  const changed = text.trimStart().startsWith("<")
    ? text.replace(
        /(<(?:\w+:)?TableName(?:\s[^>]*)?>)([\w-]+)(<\/)/,
        (_, before: string, name: string, after: string) => before + renamed(name) + after,
      )
    : mapStrings(text, (key, value) => (key === "TableName" ? renamed(value) : value));
  if (!isNamed) throw cannotSend(head, "its body does not tell what the table is to be called");
  return changed;
}

const requestLine = /^(\S+) (\S+) (.*)$/;

/** A request inside a blob batch has an address and a signature of its own. */
async function blobThere(message: InnerMessage, way: RequestWay): Promise<InnerMessage> {
  const [, method = "", target = "", protocol = ""] = requestLine.exec(message.startLine) ?? [];
  const head = { ...way.head, method, target, headers: message.headers };
  const inner = crossingOf(way.route, head, way.crossing);
  const sent = await messageThere(head, inner, way.credential);
  return { ...message, startLine: `${method} ${sent.target} ${protocol}`, headers: sent.headers };
}

/** A request inside a table batch has an address; the batch's signature is its own. */
function entityThere(message: InnerMessage, { crossing, head }: RequestWay): InnerMessage {
  const [, method = "", url = "", protocol = ""] = requestLine.exec(message.startLine) ?? [];
  const { place, write } = entityPlace(url, crossing);
  if (place === undefined) throw cannotSend(head, "its batch has a request for another address");
  const inner = entityCrossing({ method, headers: message.headers }, place, crossing);
  const why = whyNotSent(inner, readQuery(place.query), { ...head, method, headers: message.headers });
  if (why !== undefined) throw cannotSend(head, why);
  noteInsertion(inner, message.body);
  const path = crossing.names.pathThere(place.path);
  return {
    ...message,
    startLine: `${method} ${write(path) + writeQuery(readQuery(place.query))} ${protocol}`,
  };
}

/** Clients write an address whole, from the server's root, or from the account's. */
function entityPlace(
  url: string,
  crossing: Crossing,
): { readonly place: Place | undefined; readonly write: (path: string) => string } {
  const { client, other } = crossing;
  const isWhole = /^https?:/i.test(url);
  if (!isWhole && !url.startsWith("/")) {
    return { place: { secondary: false, ...splitTarget(`/${url}`) }, write: (path) => path.slice(1) };
  }
  const target = client.addressing === "path" ? behindAccount(url, client.account) : undefined;
  const place = isWhole
    ? placeOfClient(crossing, url)
    : (target ?? { secondary: false, ...splitTarget(url) });
  const write = (path: string): string => {
    const there = addressOf(other, { secondary: place?.secondary ?? false, path, query: "" });
    return (isWhole ? there.origin : "") + there.path;
  };
  return { place, write };
}
