import { recognizedPath } from "../shared/recognized-path.ts";
import { type AccountAnswer, changesBy, type Send, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { elementTexts } from "../shared/xml-elements.ts";
import { s3Recognizer } from "./identify.ts";

const changes: TopLevel["changes"] = { CreateBucket: "made", DeleteBucket: "removed" };

/** Buckets, which must be empty to go: of objects in all their versions, and of uploads that were not completed. */
export const s3TopLevel: TopLevel = {
  kind: "bucket",
  resource: "bucket",
  besides: { renameSource: "user" },
  changes,
  changeIn: changesBy(changes, (exchange) => recognizedPath(s3Recognizer, exchange)[0]),
  look: (name) => ({ method: "HEAD", target: `/${encodeURIComponent(name)}` }),
  contents: {
    changes: {
      PutObject: "made",
      CopyObject: "made",
      CompleteMultipartUpload: "made",
      DeleteObject: "removed",
    },
    at: { holder: "Bucket", name: "Key" },
    versionHeader: "x-amz-version-id",
  },
  async remove(send, name, known = []) {
    const bucket = encodeURIComponent(name);
    await removedAll(
      send,
      bucket,
      [...known].map((key) => ({ key, query: "" })),
    );
    const why = await removeBucket(send, bucket);
    if (why === undefined || !why.includes("AccessDenied")) return why;
    // Its policy may deny everybody to empty it or to remove it.
    const { status } = await send({ method: "DELETE", target: `/${bucket}?policy` });
    return status < 300 ? removeBucket(send, bucket) : why;
  },
};

async function removeBucket(send: Send, bucket: string): Promise<string | undefined> {
  const remove = () => send({ method: "DELETE", target: `/${bucket}` });
  const first = await remove();
  if (!isNotEmpty(first)) return whyLeft(first);
  const full = await emptied(send, bucket);
  const second = await remove();
  if (!isNotEmpty(second)) return whyLeft(second);
  const why = full ?? (await withoutUploads(send, bucket));
  // It may go all the same: not every target that lists uploads can abort them.
  const last = whyLeft(await remove());
  return last === undefined ? undefined : (why ?? last);
}

function isNotEmpty({ text }: AccountAnswer): boolean {
  return text.includes("BucketNotEmpty");
}

/** How often a bucket is looked through; what is still in it then is left. */
const mostPages = 1_000;

/** An item of a listing, and the query by which it is removed. */
interface Listed {
  readonly key: string;
  readonly query: string;
}

async function emptied(send: Send, bucket: string): Promise<string | undefined> {
  const itemsIn = (xml: string) =>
    blocksOf(xml, ["Version", "DeleteMarker", "Contents"]).flatMap((block) =>
      listed(block, "VersionId", "versionId"),
    );
  const byVersion = withoutVersions.has(send)
    ? unlisted
    : await removeListed(send, bucket, versions, itemsIn);
  if (byVersion !== unlisted) return byVersion;
  return asWhy(await removeListed(send, bucket, "list-type=2", itemsIn));
}

const versions = "versions";

/** Those who were asked for versions, and have no such list. */
const withoutVersions = new WeakSet<Send>();

async function withoutUploads(send: Send, bucket: string): Promise<string | undefined> {
  return asWhy(
    await removeListed(send, bucket, "uploads", (xml) =>
      blocksOf(xml, ["Upload"]).flatMap((block) => listed(block, "UploadId", "uploadId")),
    ),
  );
}

/** Not every target has every list. */
const unlisted = Symbol("unlisted");

function asWhy(why: string | typeof unlisted | undefined): string | undefined {
  return why === unlisted ? undefined : why;
}

async function removeListed(
  send: Send,
  bucket: string,
  list: string,
  itemsIn: (xml: string) => readonly Listed[],
): Promise<string | typeof unlisted | undefined> {
  for (let page = 0; page < mostPages; page++) {
    const answer = await send({ method: "GET", target: `/${bucket}?${list}` });
    const { status, text } = answer;
    if (status === 501 && list === versions) withoutVersions.add(send);
    if (status >= 300) return text.includes("AccessDenied") ? whyLeft(answer) : unlisted;
    const items = itemsIn(text);
    const why = await removedAll(send, bucket, items);
    if (why !== undefined || items.length === 0 || !text.includes("<IsTruncated>true")) return why;
  }
  return "it holds too much";
}

/** How many are removed at a time. */
const atOnce = 16;

async function removedAll(send: Send, bucket: string, items: readonly Listed[]): Promise<string | undefined> {
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    const whys = await Promise.all(some.map((item) => removed(send, bucket, item)));
    const why = whys.find((one) => one !== undefined);
    if (why !== undefined) return why;
  }
  return undefined;
}

async function removed(send: Send, bucket: string, { key, query }: Listed): Promise<string | undefined> {
  const path = key.split("/").map(encodeURIComponent).join("/");
  return whyLeft(await send({ method: "DELETE", target: `/${bucket}/${path}${query}` }));
}

function blocksOf(xml: string, names: readonly string[]): readonly string[] {
  return [...xml.matchAll(new RegExp(`<(${names.join("|")})>(.*?)</\\1>`, "gs"))].map(
    ([, , inner = ""]) => inner,
  );
}

function listed(block: string, element: string, parameter: string): Listed[] {
  const [key] = elementTexts(block, "Key");
  const [id] = elementTexts(block, element);
  const query = id === undefined || id === "null" ? "" : `?${parameter}=${encodeURIComponent(id)}`;
  return key === undefined ? [] : [{ key, query }];
}
