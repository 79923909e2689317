import type { AccessTier, BlobBatchClient, BlobDeleteOptions, BlobServiceClient } from "@azure/storage-blob";
import type { BlobInput } from "./input.ts";

/** One deletion or change of tier in the body of a batch. */
interface SubRequest {
  readonly method: "DELETE" | "PUT";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a batch's body; `undefined` if there is one that the SDK could not have written. */
export function subRequests(body: unknown): readonly SubRequest[] | undefined {
  const parts = String(body)
    .split(/^--[^\r\n]+\r?$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const read = parts.map(readPart);
  const methods = new Set(read.map((part) => part?.method));
  return read.length > 0 && methods.size === 1 && read.every((part) => part !== undefined) ? read : undefined;
}

function readPart(text: string): SubRequest | undefined {
  const [, request = ""] = text.split(/\r?\n\r?\n/);
  const [line = "", ...lines] = request.split(/\r?\n/);
  const [, method, path] = /^(DELETE|PUT) (\/\S+) HTTP\/1\.1$/.exec(line) ?? [];
  if (path === undefined || (method !== "DELETE" && method !== "PUT")) return undefined;
  const headers = Object.fromEntries(
    lines.map((each) => {
      const [name = "", ...value] = each.split(":");
      return [name.toLowerCase(), value.join(":").trim()];
    }),
  );
  return method === "PUT" && headers["x-ms-access-tier"] === undefined
    ? undefined
    : { method, path, headers };
}

/** Builds the same batch with the SDK, which signs each part. */
export async function submitBatch(
  service: BlobServiceClient,
  client: BlobBatchClient,
  input: BlobInput,
): Promise<unknown> {
  const batch = client.createBatch();
  const { origin, pathname } = new URL(service.url);
  const account = pathname.replace(/\/$/, "");
  for (const { method, path, headers } of subRequests(input.body) ?? []) {
    const url = origin + (path.startsWith(`${account}/`) ? path : account + path);
    const snapshots = headers["x-ms-delete-snapshots"];
    if (method === "PUT") {
      await batch.setBlobAccessTier(
        url,
        service.credential,
        (headers["x-ms-access-tier"] ?? "") as AccessTier,
      );
    } else {
      const options = (snapshots === undefined ? {} : { deleteSnapshots: snapshots }) as BlobDeleteOptions;
      await batch.deleteBlob(url, service.credential, options);
    }
  }
  return client.submitBatch(batch);
}
