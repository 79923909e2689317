import { byteRangesOf, isClosedRange, isFromStart, isPageRange } from "./byte-ranges.ts";

/** A named set of texts, with how to recognise one and how to say what it is. */
interface Format {
  readonly says: string;
  readonly example: string;
  readonly test: (text: string) => boolean;
  /** How many characters every such text has, where that is one number. */
  readonly length?: number;
}

const weekdays = "Sun|Mon|Tue|Wed|Thu|Fri|Sat";
const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";

function matching(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function base64OfBytes(count: number): Pick<Format, "test" | "length"> {
  return {
    test: (text) => isBase64(text) && Buffer.from(text, "base64").length === count,
    length: Math.ceil(count / 3) * 4,
  };
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const formats = {
  guid: {
    says: "a GUID such as 1f812371-a41d-49e6-b123-f4b542e851c5",
    example: "1f812371-a41d-49e6-b123-f4b542e851c5",
    test: matching(/^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i),
  },
  "date-time": {
    says: "an ISO 8601 date, or date and time with Z or an offset, such as 2024-01-31T10:00:00Z",
    example: "2024-01-31T10:00:00Z",
    test: (text) =>
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
      !Number.isNaN(Date.parse(text.replace(/(\.\d{3})\d+/, "$1"))),
  },
  "http-date": {
    says: "an HTTP date such as Wed, 31 Jan 2024 10:00:00 GMT",
    example: "Wed, 31 Jan 2024 10:00:00 GMT",
    test: matching(new RegExp(`^(${weekdays}), \\d{1,2} (${months}) \\d{4} \\d\\d:\\d\\d:\\d\\d GMT$`)),
  },
  etag: {
    says: 'an entity tag such as "0x8D4BCC2E4835CD0", with or without its quotes, or *',
    example: '"0x8D4BCC2E4835CD0"',
    test: matching(/^(\*|(W\/)?"[^"]*"|[0-9A-Za-z-]+)$/),
  },
  base64: { says: "base64", example: "dG91Y2hzdG9uZQ==", test: isBase64 },
  md5: {
    says: "the base64 of a 16-byte MD5",
    example: "1B2M2Y8AsgTpgAmY7PhCfg==",
    ...base64OfBytes(16),
  },
  crc64: {
    says: "the base64 of an 8-byte CRC-64",
    example: "AAAAAAAAAAA=",
    ...base64OfBytes(8),
  },
  crc32: { says: "the base64 of a 4-byte CRC-32", example: "AAAAAA==", ...base64OfBytes(4) },
  sha1: {
    says: "the base64 of a 20-byte SHA-1",
    example: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
    ...base64OfBytes(20),
  },
  sha256: {
    says: "the base64 of a 32-byte SHA-256",
    example: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    ...base64OfBytes(32),
  },
  "aes256-key": {
    says: "the base64 of a 32-byte AES-256 key",
    example: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    ...base64OfBytes(32),
  },
  url: {
    says: "an http or https URL",
    example: "https://example.com/source/object",
    test: isUrl,
  },
  "byte-range": {
    says: "a range of bytes such as bytes=0-511, or several",
    example: "bytes=0-511",
    test: (text) => byteRangesOf(text) !== undefined,
  },
  "byte-range-from": {
    says: "a range of bytes from a first one on, such as bytes=0-511 or bytes=512-",
    example: "bytes=0-511",
    test: isFromStart,
  },
  "closed-byte-range": {
    says: "a range of bytes from a first to a last one, such as bytes=0-511",
    example: "bytes=0-511",
    test: isClosedRange,
  },
  "page-range": {
    says: "a range of whole pages of 512 bytes, such as bytes=512-1023",
    example: "bytes=0-511",
    test: isPageRange,
  },
  arn: {
    says: "an Amazon resource name such as arn:aws:s3:::photos",
    example: "arn:aws:s3:::photos",
    test: matching(/^arn:[^:\s]+:[^:\s]+:[^:\s]*:[^:\s]*:\S+$/),
  },
  json: { says: "JSON", example: "{}", test: isJson },
  "mime-type": {
    says: "a media type such as text/plain; charset=utf-8",
    example: "text/plain",
    test: matching(/^[\w.+*-]+\/[\w.+*-]+(\s*;\s*[\w-]+=("[^"]*"|[^\s;]+))*$/),
  },
  "header-value": {
    says: "printable ASCII without surrounding blanks",
    example: "value",
    test: matching(/^([!-~]([ !-~]*[!-~])?)?$/),
  },
} satisfies Record<string, Format>;

/** The name of a format that text can be held to. */
export type FormatName = keyof typeof formats;

/** The format of that name. */
export function format(name: FormatName): Format {
  return formats[name];
}
