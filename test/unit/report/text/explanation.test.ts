import { expect, test } from "vitest";
import { explanation, plain } from "../../../../src/report/index.ts";
import {
  create,
  documentOf,
  hybridReport,
  hybridTest,
  mixedReport,
  safe,
  unknown,
  upload,
} from "../run/reports.ts";

const options = { paint: plain, width: 80, details: false };

function explained(...given: Parameters<typeof documentOf>): string[] {
  const { tests } = documentOf(given[0], { ...given[1], withTraces: () => true });
  return tests.map((one) =>
    explanation(one, options)
      .join("\n")
      .replace(/[0-9a-f]{64}/, "HASH"),
  );
}

test("the trace is shown with what differs beside it, and all that is masked with why", () => {
  expect(explained(mixedReport())[1]).toMatchInlineSnapshot(`
    "album.test.js > makes an album again
      decided      cloud (not on the safe list): it has never been on the cloud
      verdict      unsafe
      outcome      passed on the emulator, failed in the cloud
      cause        Container_Create answers 201 on the emulator and 409 on the cloud
      tolerated    Container_Create response.body.Error.Message
      requests     3, azure-blob Container_Create, azure-blob Container_Delete
      fingerprint  HASH
      │ RestError: Try later.
      │ Code: ContainerBeingDeleted
      reproduce    touchstone run --policy always --only 'album.test.js > makes an album again' -- npx vitest run

      What it did, and where the cloud differed
      1. azure-blob Container_Create (exchange 1)
         request.path[0]        devstoreaccount1
         request.path[1]        again
         request.query.restype  container
         request.auth           SharedKey
         response.status        201
         response.header.etag   "‹etag#1›"
      2. azure-blob Container_Delete (exchange 2)
         request.path[0]        devstoreaccount1
         request.path[1]        again
         request.query.restype  container
         request.auth           SharedKey
         response.status        202
    ✗ 3. azure-blob Container_Create (exchange 3)
         request.path[0]        devstoreaccount1
         request.path[1]        again
         request.query.restype  container
         request.auth           SharedKey
         Container_Create                 emulator   │ cloud
         response.status                  201        │ 409
         response.header.etag             "‹etag#1›" │ nothing
         response.header.x-ms-error-code  nothing    │ ContainerBeingDeleted
         response.body.Error<>            nothing    │ 2 elements
         response.body.Error.Code         nothing    │ ContainerBeingDeleted

      Masked
      made up by the service (etag): named by first use
        Container_Create response.header.etag
      a text for people, compared softly
        Container_Create response.body.Error.Message"
  `);
});

test("a kept test is shown as it was on the emulator, with what it rests on", () => {
  const read = { method: "GET", target: "/devstoreaccount1/photos/a.txt", status: 200, answerBody: "hello" };
  const report = hybridReport([
    hybridTest({ title: "reads", decision: safe, did: [upload("a.txt"), read, read] }),
  ]);

  expect(explained(report)[0]).toMatchInlineSnapshot(`
    "album.test.js > reads
      decided      emulator (on the safe list): the cloud did the same on 2026-11-01
                   (run 11111111)
      outcome      passed on the emulator
      requests     3, azure-blob Blob_Download, azure-blob BlockBlob_Upload
      fingerprint  HASH

      What it did on the emulator
      1. azure-blob BlockBlob_Upload (exchange 1)
         request.path[0]                devstoreaccount1
         request.path[1]                photos
         request.path[2]                a.txt
         request.auth                   SharedKey
         request.header.x-ms-blob-type  BlockBlob
         request.body.(text)            x
         response.status                201
      2. azure-blob Blob_Download ×2 (exchange 2, 3)
         request.path[0]       devstoreaccount1
         request.path[1]       photos
         request.path[2]       a.txt
         request.auth          SharedKey
         response.status       200
         response.body.(text)  hello"
  `);
});

test("what only the cloud saw is shown behind what both did", () => {
  const report = hybridReport([
    hybridTest({
      title: "goes on",
      decision: unknown,
      did: [create("a")],
      cloud: { status: "failed", message: "no", did: [create("a"), create("b")] },
    }),
  ]);

  expect(explained(report)[0]).toMatch(
    /Container_Create {2}emulator │ cloud\n {2}does {14}nothing {2}│ azure-blob Container_Create\n/,
  );
});
