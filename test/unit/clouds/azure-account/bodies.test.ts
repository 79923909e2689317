import { expect, test } from "vitest";
import { crc64 } from "../../../../src/clouds/azure-account/checksums.ts";
import { mapStrings } from "../../../../src/clouds/azure-account/json-strings.ts";
import { mapMessages } from "../../../../src/clouds/azure-account/multipart.ts";

test("a checksum is that of the service: CRC-64/NVME, its lowest byte first", () => {
  expect(Buffer.from(crc64(Buffer.from("123456789")), "base64").readBigUInt64LE()).toBe(0xae8b14860a799888n);
});

test.each(["\r\n", "\n"])("parts that are not changed stay as they are (%j)", async (end) => {
  const text = [
    "",
    "preamble",
    "--b",
    "Content-Type: application/http",
    "",
    "GET /a HTTP/1.1",
    "A: 1",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "x",
    "--b--",
    "epilogue",
  ].join(end);
  const seen: string[] = [];

  const same = await mapMessages(text, "b", (message) => {
    seen.push(message.startLine);
    return message;
  });

  expect(same).toBe(text);
  expect(seen).toEqual(["GET /a HTTP/1.1"]);
});

test("texts in JSON change by their names, and malformed ones stay", () => {
  const json = '{"a":"x","b":["x",{"a" : "x\\n"}],"c":"a","d":"\\"a\\":\\"x\\"", "a": 1';

  expect(mapStrings(json, (key, value) => (key === "a" ? `${value}!` : value))).toBe(
    '{"a":"x!","b":["x",{"a" : "x\\n!"}],"c":"a","d":"\\"a\\":\\"x\\"", "a": 1',
  );
  expect(mapStrings('{"a":"\\q"}', () => "changed")).toBe('{"a":"\\q"}');
});
