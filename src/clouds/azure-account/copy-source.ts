import { cannotSend, type RawHeader, type RequestHead } from "../../wire/index.ts";
import { headerIn, withHeader, withoutHeaders } from "../shared/header-list.ts";
import { splitTarget } from "../shared/wire-request.ts";
import { addressOf, leavesItsTop, type Place } from "./address.ts";
import { type AzureCredential, resigned, sasQuery } from "./credential.ts";
import { type Crossing, placeOfClient } from "./crossing.ts";
import { type RawQuery, readQuery, writeQuery } from "./raw-query.ts";
import { hasSas, type SasScope } from "./sas.ts";
import { topOf } from "./top-path.ts";

/** Headers that say where to copy from, on this account or elsewhere. */
const sourceHeaders = ["x-ms-copy-source", "x-ms-rename-source"];

const sourceAuthorization = "x-ms-copy-source-authorization";

/** The headers with sources on the client's account turned into those on the other; others stay. */
export async function sourcesThere(
  headers: readonly RawHeader[],
  crossing: Crossing,
  credential: AzureCredential,
  head: RequestHead,
): Promise<readonly RawHeader[]> {
  let changed = headers;
  for (const name of sourceHeaders) {
    const source = headerIn(headers, name);
    if (source === undefined) continue;
    const place = placeOfClient(crossing, source);
    const isRelative = source.startsWith("/");
    if (place === undefined && !isRelative) continue;
    const there = sourceThere(
      place ?? { secondary: false, ...splitTarget(source) },
      crossing,
      credential,
      head,
    );
    changed = withHeader(changed, name, isRelative ? there.path : there.origin + there.path);
    if (place !== undefined) changed = await authorizedThere(changed, credential, head);
  }
  return changed;
}

function sourceThere(
  place: Place,
  { names, other, service }: Crossing,
  credential: AzureCredential,
  head: RequestHead,
): { origin: string; path: string } {
  if (leavesItsTop(place.path)) throw cannotSend(head, "its copy source's path leaves the container");
  if (!names.areKept && topOf(service, place.path) === "unreadable") {
    throw cannotSend(head, "its copy source's path does not tell what it names");
  }
  // A single name is that of a blob in the root container.
  const path = /^\/+[^/]+$/.test(place.path) ? place.path : names.pathThere(place.path);
  const { origin, path: absolute } = addressOf(other, { ...place, path });
  const scope = { service, account: other.account, path };
  const query = sourceQuery(readQuery(place.query), scope, credential, head);
  return { origin, path: absolute + writeQuery(query) };
}

/** A source with a signature keeps one; where a SAS stands in for the client's key, it does so here, too. */
function sourceQuery(
  query: RawQuery,
  scope: SasScope,
  credential: AzureCredential,
  head: RequestHead,
): RawQuery {
  if (hasSas(query)) return resigned(query, scope, credential, head);
  return credential.sas === undefined ? query : [...query, ...sasQuery(credential.sas)];
}

/** A token for the source is the other account's, too. */
async function authorizedThere(
  headers: readonly RawHeader[],
  credential: AzureCredential,
  head: RequestHead,
): Promise<readonly RawHeader[]> {
  if (headerIn(headers, sourceAuthorization) === undefined) return headers;
  if (credential.sas !== undefined) return withoutHeaders(headers, sourceAuthorization);
  if (credential.token === undefined) {
    throw cannotSend(
      head,
      "its copy source is opened by a token, and only a key is there for the other account",
    );
  }
  return withHeader(headers, sourceAuthorization, `Bearer ${await credential.token()}`);
}
