import type { RawHeader } from "../wire/index.ts";
import type { ServiceName } from "./service-names.ts";
import type { AccountRequest } from "./shared/top-level.ts";

/** What stands with its content under a name inside of something at the top of an account: blobs, objects. */
export interface Contents {
  /** Reads whose answers tell what one is. */
  readonly toldBy: ReadonlySet<string>;
  /** Fields of addresses, in lower case, by which one is asked for as it was once. */
  readonly past: readonly string[];
  /** The header, in lower case, by which answers to writes name the version that is the current one now. */
  readonly version: string;
  /** The plainest request that makes one as it was told; nothing where one request is not enough. */
  readonly creation: (target: string, told: readonly RawHeader[], body: string) => AccountRequest | undefined;
}

const contents: Partial<Record<ServiceName, Contents>> = {
  "azure-blob": {
    toldBy: new Set(["Blob_Download", "Blob_GetProperties"]),
    past: ["snapshot", "versionid"],
    version: "x-ms-version-id",
    creation(target, told, body) {
      const type = told.find(([name]) => name.toLowerCase() === "x-ms-blob-type")?.[1] ?? "BlockBlob";
      if (type !== "BlockBlob") return undefined;
      return { method: "PUT", target, headers: [["x-ms-blob-type", type], ...kept(told)], body };
    },
  },
  s3: {
    toldBy: new Set(["GetObject", "HeadObject"]),
    past: ["versionid"],
    version: "x-amz-version-id",
    creation: (target, told, body) => ({ method: "PUT", target, headers: kept(told), body }),
  },
};

/** What is told of one, and can be sent to make it. */
function kept(told: readonly RawHeader[]): RawHeader[] {
  return told.filter(
    ([name, value]) => /^content-type$|^x-(?:ms|amz)-meta-/i.test(name) && /^[\t -~]*$/.test(value),
  );
}

/** What a service keeps inside of what is at the top of an account, where that has content. */
export function contentsOf(service: ServiceName): Contents | undefined {
  return contents[service];
}
