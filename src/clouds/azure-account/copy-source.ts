import { cannotSend, type RawHeader, type RequestHead } from "../../wire/index.ts";
import { addressOf, type Place, splitTarget } from "./address.ts";
import { type AzureCredential, resigned } from "./credential.ts";
import { type Crossing, placeOfClient } from "./crossing.ts";
import { headerOf, withHeader, withoutHeader } from "./raw-headers.ts";
import { type RawQuery, readQuery, writeQuery } from "./raw-query.ts";
import { hasSas } from "./sas.ts";

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
    const source = headerOf(headers, name);
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
  // A single name is that of a blob in the root container.
  const path = /^\/+[^/]+$/.test(place.path) ? place.path : names.pathThere(place.path);
  const { origin, path: absolute } = addressOf(other, { ...place, path });
  const scope = { service, account: other.account, path };
  const query = sourceQuery(readQuery(place.query), () =>
    resigned(readQuery(place.query), scope, credential, head),
  );
  const withSas =
    credential.sas !== undefined && !hasSas(query)
      ? [...query, ...readQuery(credential.sas.replace(/^\?/, ""))]
      : query;
  return { origin, path: absolute + writeQuery(withSas) };
}

function sourceQuery(query: RawQuery, sign: () => RawQuery): RawQuery {
  return hasSas(query) ? sign() : query;
}

/** A token for the source is the other account's, too. */
async function authorizedThere(
  headers: readonly RawHeader[],
  credential: AzureCredential,
  head: RequestHead,
): Promise<readonly RawHeader[]> {
  if (headerOf(headers, sourceAuthorization) === undefined) return headers;
  if (credential.sas !== undefined) return withoutHeader(headers, sourceAuthorization);
  if (credential.token === undefined) {
    throw cannotSend(
      head,
      "its copy source is opened by a token, and only a key is there for the other account",
    );
  }
  return withHeader(headers, sourceAuthorization, `Bearer ${await credential.token()}`);
}
