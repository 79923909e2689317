import { recognizedPath } from "../shared/recognized-path.ts";
import { changesBy, type Send, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { elementTexts } from "../shared/xml-elements.ts";
import { s3Recognizer } from "./identify.ts";

const changes: TopLevel["changes"] = { CreateBucket: "made", DeleteBucket: "removed" };

/** Buckets, which must be empty to go: of objects in all their versions, and of uploads that were not completed. */
export const s3TopLevel: TopLevel = {
  kind: "bucket",
  resource: "bucket",
  changes,
  changeIn: changesBy(changes, (exchange) => recognizedPath(s3Recognizer, exchange)[0]),
  async remove(send, name) {
    const bucket = encodeURIComponent(name);
    const answer = await send({ method: "DELETE", target: `/${bucket}` });
    if (!answer.text.includes("BucketNotEmpty")) return whyLeft(answer);
    const why = (await emptied(send, bucket)) ?? (await withoutUploads(send, bucket));
    // It may go all the same: not every target that lists uploads can abort them.
    const last = whyLeft(await send({ method: "DELETE", target: `/${bucket}` }));
    return last === undefined ? undefined : (why ?? last);
  },
};

/** How often a bucket is looked through; what is still in it then is left. */
const mostPages = 1_000;

/** An item of a listing, and the query by which it is removed. */
interface Listed {
  readonly key: string;
  readonly query: string;
}

async function emptied(send: Send, bucket: string): Promise<string | undefined> {
  const versions = await send({ method: "GET", target: `/${bucket}?versions` });
  const why = await removeListed(send, bucket, versions.status < 300 ? "versions" : "list-type=2", (xml) =>
    blocksOf(xml, ["Version", "DeleteMarker", "Contents"]).flatMap((block) =>
      listed(block, "VersionId", "versionId"),
    ),
  );
  return why;
}

function withoutUploads(send: Send, bucket: string): Promise<string | undefined> {
  return removeListed(send, bucket, "uploads", (xml) =>
    blocksOf(xml, ["Upload"]).flatMap((block) => listed(block, "UploadId", "uploadId")),
  );
}

async function removeListed(
  send: Send,
  bucket: string,
  list: string,
  itemsIn: (xml: string) => readonly Listed[],
): Promise<string | undefined> {
  for (let page = 0; page < mostPages; page++) {
    const { status, text } = await send({ method: "GET", target: `/${bucket}?${list}` });
    const items = status < 300 ? itemsIn(text) : [];
    if (items.length === 0) return undefined;
    for (const { key, query } of items) {
      const path = key.split("/").map(encodeURIComponent).join("/");
      const why = whyLeft(await send({ method: "DELETE", target: `/${bucket}/${path}${query}` }));
      if (why !== undefined) return why;
    }
  }
  return "it holds too much";
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
