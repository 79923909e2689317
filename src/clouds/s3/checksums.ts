import {
  header,
  oneOf,
  optional,
  type Parameter,
  type StringType,
  string,
  type Type,
} from "../../model/index.ts";

/** Each algorithm's digest in base64: four to sixty-four bytes. */
const digests: Readonly<Record<string, StringType>> = {
  CRC32: string({ format: "crc32" }),
  CRC32C: string({ format: "crc32" }),
  CRC64NVME: string({ format: "crc64" }),
  SHA1: string({ format: "sha1" }),
  SHA256: string({ format: "sha256" }),
  SHA512: string({
    pattern: "[A-Za-z0-9+/]{85}[AQgw]==",
    example: "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  }),
  MD5: string({ format: "md5" }),
  XXHASH64: string({ format: "crc64" }),
  XXHASH3: string({ format: "crc64" }),
  XXHASH128: string({ format: "md5" }),
};

const algorithms = Object.keys(digests);

/** A digest that S3 gives out: that of a composite object ends in its number of parts. */
const reported = string({ pattern: "[A-Za-z0-9+/]{4,}={0,2}(-[1-9][0-9]{0,4})?", example: "AAAAAA==" });

export const algorithm: StringType = oneOf(...algorithms);
export const checksumKind: StringType = oneOf("COMPOSITE", "FULL_OBJECT");

/** `x-amz-checksum-crc32` and the like: at most one of them goes with a request. */
export const checksums: readonly Parameter[] = Object.entries(digests).map(([name, digest]) =>
  header(`${wireName(name)}?`, digest, `Checksum${name}`),
);

/** The checksums of a part that a request refers to, as fields. */
export const checksumFields: Readonly<Record<string, Type>> = Object.fromEntries(
  Object.entries(digests).map(([name, digest]) => [`Checksum${name}?`, digest]),
);

/** The checksums that an answer reports, as fields. */
export const reportedChecksumFields: Readonly<Record<string, Type>> = Object.fromEntries(
  algorithms.map((name) => [`Checksum${name}?`, reported]),
);

/** The checksums that an answer reports, as headers. */
export const reportedChecksumHeaders: Readonly<Record<string, Type>> = Object.fromEntries(
  algorithms.map((name) => [wireName(name), optional(reported)]),
);

function wireName(name: string): string {
  return `x-amz-checksum-${name.toLowerCase()}`;
}
