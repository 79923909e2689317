import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { tidyLastWords } from "../../../../src/fidelity/findings/last-words.ts";

test.each([
  [
    "Error: EACCES, open '/tmp/touchstone-s3rver-Be8yoo/data-x4Zk1q/ts000001/._uploads/e3705e6450e087bd131ad99fe2aba589/1'",
    "Error: EACCES, open '…/ts000001/._uploads/<id>/1'",
  ],
  [
    `Error: ENAMETOOLONG, open '/tmp/touchstone-s3rver-Be8yoo/data-x4Zk1q/ts000001/${"a".repeat(300)}._object'`,
    "Error: ENAMETOOLONG, open '…/ts000001/…._object'",
  ],
  [
    "    at emit (/home/me/x/node_modules/azurite/dist/src/blob/persistence/LokiBlobMetadataStore.js:12:3)",
    "    at emit (node_modules/azurite/dist/src/blob/persistence/LokiBlobMetadataStore.js:12:3)",
  ],
  ["    at file:///home/me/node_modules/a/b.js:1:2", "    at node_modules/a/b.js:1:2"],
  [String.raw`    at C:\Users\me\node_modules\a\b.js:1:2`, String.raw`    at node_modules/a\b.js:1:2`],
  ["cannot read /var/lib/me/some.db", "cannot read …/some.db"],
  [
    "    at emitErrorNT (node:internal/streams/destroy:170:8)",
    "    at emitErrorNT (node:internal/streams/destroy:170:8)",
  ],
  ["Error: listen EADDRINUSE 127.0.0.1:42583", "Error: listen EADDRINUSE (host)"],
  ["Error: connect ECONNREFUSED ::1:42583, port: 42583", "Error: connect ECONNREFUSED (host), port: …"],
  ["[4711:0x55d0c8f0] 123 bytes at 0x7ffe01", "[…] 123 bytes at 0x…"],
  ["process 4711 ended, pid=4711, ==4711==", "process … ended, pid=…, ==…=="],
  ["\u001b[31mTypeError\u001b[39m at 2026-11-16T18:00:00.123Z", "TypeError at <time>"],
])("%s is the same in each run", (line, told) => {
  expect(tidyLastWords([line])).toEqual([told]);
});

test("lines are short, and none is empty", () => {
  const [line, ...others] = tidyLastWords([`Error: ${"no way ".repeat(60)}`, "  ", "\u001b[39m"]);

  expect(line).toHaveLength(200);
  expect(others).toEqual([]);
});

test("nothing is left of a signature, whatever it is made of", () => {
  const signatures = Array.from({ length: 1000 }, (_, at) =>
    createHmac("sha256", "key").update(String(at)).digest("base64"),
  );

  const told = signatures.flatMap((signature) => [
    ...tidyLastWords([`Error: SharedKey devstoreaccount1:${signature} is wrong`]),
    ...tidyLastWords([`  \u001b[32m'SharedKey devstoreaccount1:${signature}'\u001b[39m,`]),
  ]);

  expect(new Set(told)).toEqual(
    new Set(["Error: SharedKey devstoreaccount1:… is wrong", "  'SharedKey devstoreaccount1:…',"]),
  );
});
