import { createHash } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type S3AccountOptions, s3Rewriter } from "../../../../src/clouds/index.ts";
import { Names, type RawHeader, type RequestHead } from "../../../../src/wire/index.ts";
import {
  account,
  by,
  clientsAuthorization,
  credentials,
  headerOf,
  identity,
  key,
  region,
  s3Head,
  verdict,
} from "../another-account.ts";

function rewriter(options: Partial<S3AccountOptions> = {}) {
  const names = options.names ?? new Names({ run: "k3x9", existing: { kept: "acme-kept" } });
  return s3Rewriter({
    region,
    account,
    identity,
    credentials,
    names,
    allowHosts: ["amazonaws.com"],
    ...options,
  });
}

/** Sends a request with a document as the proxy would. */
async function sendDocument(line: string, text: string, headers: readonly RawHeader[] = []) {
  const body = Buffer.from(text);
  const hash = createHash("sha256").update(body).digest("hex");
  const head = s3Head(line, [["x-amz-content-sha256", hash], ...headers]);
  const subject = rewriter();
  expect(subject.needsBody(head)).toBe(true);
  return subject.request(head, body);
}

const there = "photos-tsk3x9001";

describe("a request for another account", () => {
  test("goes to the bucket's host, signed for its region and with its token", async () => {
    const sent = await rewriter().request(s3Head("GET /photos/a.png?versionId=1"), undefined);

    expect(sent.origin).toBe(`https://${there}.s3.eu-west-1.amazonaws.com`);
    expect(sent.target).toBe("/a.png?versionId=1");
    expect(headerOf(sent.headers, "host")).toBe(`${there}.s3.eu-west-1.amazonaws.com`);
    expect(verdict(sent, "s3")).toBeUndefined();
    expect(JSON.stringify(sent)).not.toContain("the client's own");
    expect(sent.headers.filter(([name]) => name.toLowerCase() === "authorization")).toHaveLength(1);
  });

  test.each([
    ["path", "127.0.0.1:1", "/photos/k"],
    ["host", "photos.localhost:1", "/k"],
    ["host with the service's name", "photos.s3.localhost:1", "/k"],
    ["cloud", "photos.s3.us-east-1.amazonaws.com", "/k"],
  ])("comes in %s style", async (_, host, target) => {
    const sent = await rewriter({ addressing: "path" }).request(s3Head(`GET ${target}`, [], host), undefined);

    expect([sent.origin, sent.target]).toEqual(["https://s3.eu-west-1.amazonaws.com", `/${there}/k`]);
  });

  test("is accepted whatever its key and query are", async () => {
    const subject = rewriter();
    const raw = fc.string({ unit: fc.constantFrom(..."abz09-._~!$&'()*,;:@/") });
    const encoded = fc.string({ unit: "grapheme" }).map(encodeURIComponent);
    const path = fc.array(fc.oneof(raw, encoded), { minLength: 1 }).map((parts) => parts.join(""));
    const query = fc
      .array(fc.tuple(encoded, encoded))
      .map((pairs) => pairs.map(([n, v]) => `q${n}=v${v}`).join("&"));
    await fc.assert(
      fc.asyncProperty(path, query, async (key, asked) => {
        const sent = await subject.request(s3Head(`GET /photos/k${key}?${asked}`), undefined);

        expect(verdict(sent, "s3")).toBeUndefined();
        expect(sent.target).toBe(`/k${key}${asked === "" ? "" : `?${asked}`}`);
      }),
    );
  });

  test("keeps metadata, joins repeated headers, and signs what the client has signed", async () => {
    const headers: readonly RawHeader[] = [
      ["X-Amz-Meta-Note", "two   blanks"],
      ["x-amz-meta-list", "a"],
      ["x-amz-meta-list", "b"],
      ["Content-Type", "text/plain"],
    ];
    const sent = await rewriter().request(s3Head("PUT /photos/k", headers), undefined);

    expect(verdict(sent, "s3")).toBeUndefined();
    for (const header of headers) expect(sent.headers).toContainEqual(header);
    expect(headerOf(sent.headers, "authorization")).toContain("content-type;host;x-amz-content-sha256");
  });

  test("of nobody stays nobody's", async () => {
    const head = s3Head("GET /photos/k");
    const anonymous = { ...head, headers: head.headers.filter(([name]) => name === "Host") };

    const sent = await rewriter().request(anonymous, undefined);

    expect(sent.headers).toEqual([["Host", `${there}.s3.eu-west-1.amazonaws.com`]]);
  });

  test("that is presigned keeps its date and its end", async () => {
    const scope = encodeURIComponent("EMULATOR/20260131/us-east-1/s3/aws4_request");
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${scope}&X-Amz-Date=20260131T101500Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=00`;
    const head = { ...s3Head(`GET /photos/k?${query}`), headers: [["Host", "127.0.0.1:1"]] as const };

    const sent = await rewriter().request(head, undefined);

    expect(verdict(sent, "s3", { now: new Date("2026-01-31T10:15:59Z") })).toBeUndefined();
    expect(verdict(sent, "s3", { now: new Date("2026-01-31T10:16:01Z") })).toBe("Request has expired");
    expect(headerOf(sent.headers, "authorization")).toBeUndefined();
  });

  test("in signed chunks is sent as one body with its checksum", async () => {
    const chunk = (text: string) =>
      `${text.length.toString(16)};chunk-signature=${"0".repeat(64)}\r\n${text}\r\n`;
    const trailer = "x-amz-checksum-crc32:DUoRhQ==\r\nx-amz-trailer-signature:00\r\n\r\n";
    const framed = Buffer.from(`${chunk("hello ")}${chunk("world")}0;chunk-signature=00\r\n${trailer}`);
    const head = s3Head("PUT /photos/k", [
      ["x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"],
      ["x-amz-decoded-content-length", "11"],
      ["x-amz-trailer", "x-amz-checksum-crc32"],
      ["content-encoding", "aws-chunked,gzip"],
    ]);
    const subject = rewriter();

    const needed = subject.needsBody(head);
    const sent = await subject.request(head, framed);

    expect(needed).toBe(true);
    expect(sent.body?.toString()).toBe("hello world");
    expect(headerOf(sent.headers, "content-encoding")).toBe("gzip");
    expect(headerOf(sent.headers, "x-amz-checksum-crc32")).toBe("DUoRhQ==");
    expect(verdict(sent, "s3")).toBeUndefined();
  });

  test("makes its bucket where the account is", async () => {
    const own =
      "<CreateBucketConfiguration><LocationConstraint>us-west-2</LocationConstraint></CreateBucketConfiguration>";

    const moved = await sendDocument("PUT /photos", own);
    const added = await sendDocument("PUT /photos", "", [["Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="]]);

    expect(moved.body?.toString()).toBe(own.replace("us-west-2", region));
    expect(added.body?.toString()).toContain(`<LocationConstraint>${region}</LocationConstraint>`);
    expect([verdict(moved, "s3"), verdict(added, "s3")]).toEqual([undefined, undefined]);
  });

  test("names other buckets by their new names, with new checksums", async () => {
    const logging =
      "<BucketLoggingStatus><LoggingEnabled><TargetBucket>logs</TargetBucket><TargetPrefix>logs</TargetPrefix></LoggingEnabled></BucketLoggingStatus>";
    const policy = JSON.stringify({
      Statement: [
        {
          Resource: ["arn:aws:s3:::photos/*", "arn:aws:s3:::kept", "arn:aws:s3:::pho*"],
          Principal: { AWS: "arn:aws:iam::000000000000:root" },
        },
      ],
    });

    const logged = await sendDocument("PUT /photos?logging", logging, [
      ["x-amz-checksum-crc32c", "AAAAAA=="],
      ["x-amz-sdk-checksum-algorithm", "CRC32C"],
    ]);
    const ruled = await sendDocument("PUT /photos?policy", policy, [["x-amz-checksum-sha256", "old"]]);

    expect(logged.body?.toString()).toContain(
      "<TargetBucket>logs-tsk3x9002</TargetBucket><TargetPrefix>logs</TargetPrefix>",
    );
    expect(headerOf(logged.headers, "x-amz-sdk-checksum-algorithm")).toBe("CRC32");
    expect(JSON.parse(ruled.body?.toString() ?? "").Statement[0]).toEqual({
      Resource: [`arn:aws:s3:::${there}/*`, "arn:aws:s3:::acme-kept", "arn:aws:s3:::pho*"],
      Principal: { AWS: `arn:aws:iam::${account}:root` },
    });
    expect([verdict(logged, "s3"), verdict(ruled, "s3")]).toEqual([undefined, undefined]);
  });

  test.each([
    ["/photos/a%20b?versionId=1", `/${there}/a%20b?versionId=1`],
    ["photos/a/b", `${there}/a/b`],
    ["%2Fphotos%2Fa", `%2F${there}%2Fa`],
    ["kept/a", "acme-kept/a"],
    ["ph%6ftos/a", `${there}/a`],
    ["/k%65pt/a", "/acme-kept/a"],
  ])("copies from %s", async (source, expected) => {
    const sent = await rewriter().request(
      s3Head("PUT /photos/copy", [["x-amz-copy-source", source]]),
      undefined,
    );

    expect(headerOf(sent.headers, "x-amz-copy-source")).toBe(expected);
    expect(verdict(sent, "s3")).toBeUndefined();
  });

  test("streams past unless its document matters", () => {
    const subject = rewriter();
    const needs = (line: string, headers: readonly RawHeader[] = []) =>
      subject.needsBody(s3Head(line, headers));

    expect(needs("PUT /photos/k")).toBe(false);
    expect(needs("PUT /photos/k", [["x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"]])).toBe(
      false,
    );
    expect(needs("POST /photos?delete")).toBe(false);
    expect(needs("PUT /photos?replication")).toBe(true);
  });
});

describe("what cannot be sent", () => {
  const withSignature = (value: string): RequestHead => s3Head("GET /photos/k", [["authorization", value]]);

  test.each<[string, RequestHead, RegExp]>([
    ["SigV4A", withSignature("AWS4-ECDSA-P256-SHA256 Credential=A/20200101/s3/aws4_request"), /SigV4A/],
    ["Signature Version 2", withSignature("AWS EMULATOR:abc="), /Version 2/],
    ["a bearer", withSignature("Bearer secret-token"), /of a kind/],
    ["a form", s3Head("POST /photos", [["content-type", "multipart/form-data; boundary=x"]]), /form/],
    ["deleting what exists", s3Head("DELETE /kept"), /`kept` was there before/],
    ["changing what exists", s3Head("DELETE /kept?lifecycle"), /`kept` was there before/],
    ["changing its policy", s3Head("PUT /kept?policy"), /`kept` was there before/],
    ["deleting an object of what exists", s3Head("DELETE /kept/k"), /has not written/],
    ["deleting several", s3Head("POST /kept?delete"), /has not written/],
    ["stopping an upload of somebody's", s3Head("DELETE /kept/k?uploadId=1"), /has not written/],
    ["a path that names nothing", s3Head("DELETE /./photos"), /does not tell/],
    ["a directory bucket", s3Head("GET /photos--euw1-az1--x-s3/k"), /directory/],
    ["an unknown sub-resource", s3Head("DELETE /photos?frobnicate"), /frobnicate/],
    [
      "a foreign access point",
      s3Head("PUT /photos/k", [
        ["x-amz-copy-source", "arn:aws:s3:us-east-1:000000000000:accesspoint/ap/object/k"],
      ]),
      /access point/,
    ],
    [
      "large signed chunks",
      s3Head("PUT /photos/k", [
        ["x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"],
        ["x-amz-decoded-content-length", "99999999999"],
      ]),
      /signed one by one/,
    ],
  ])("is named: %s", async (_, head, why) => {
    const subject = rewriter();
    const body = subject.needsBody(head) ? Buffer.alloc(0) : undefined;

    const error: unknown = await subject.request(head, body).catch((failure: unknown) => failure);

    expect(error).toMatchObject({ code: "TS_CANNOT_SEND", message: expect.stringMatching(why) });
    expect(String(error)).toContain(`${head.method} ${head.target.split("?")[0]}`);
    expect(String(error)).not.toMatch(/secret/);
  });

  test("leaves for no host that is not named, and for no other account", async () => {
    const options = { region, credentials, names: new Names() };
    expect(() => s3Rewriter(options)).toThrow(expect.objectContaining({ code: "TS_ACCOUNT_NOT_NAMED" }));
    expect(() => s3Rewriter({ ...options, account, identity })).toThrow(
      expect.objectContaining({ code: "TS_HOST_NOT_ALLOWED" }),
    );
    expect(() => s3Rewriter({ ...options, endpoint: "http://127.0.0.1:1" })).not.toThrow();

    const other = rewriter({ identity: async () => ({ account: "999999999999" }) });
    await expect(other.request(s3Head("GET /photos/k"), undefined)).rejects.toMatchObject({
      code: "TS_WRONG_ACCOUNT",
    });
    const unknown = rewriter({ identity: () => Promise.reject(new Error(`bad ${key.secret}`)) });
    const error: unknown = await unknown
      .request(s3Head("GET /photos/k"), undefined)
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "TS_NO_IDENTITY" });
    expect(inspect(error)).not.toContain(key.secret);
  });
});

describe("in a bucket that exists", () => {
  const ok = { status: 200, reason: "", headers: [] };
  const deletion = (...keys: readonly string[]) =>
    Buffer.from(
      `<Delete>${keys.map((each) => `<Object><Key>${each}</Key></Object>`).join("")}<Quiet>true</Quiet></Delete>`,
    );

  test("objects that the run has written may be deleted, one by one and together", async () => {
    const subject = rewriter();
    const put = s3Head("PUT /kept/a%20b");
    await subject.request(put, undefined);
    await expect(subject.request(s3Head("DELETE /kept/a%20b"), undefined)).rejects.toThrow(/has not written/);
    await subject.response(put, ok, undefined);

    const one = await subject.request(s3Head("DELETE /kept/%61%20b"), undefined);
    const several = await subject.request(s3Head("POST /kept?delete"), deletion("a b"));

    expect(new URL(one.origin).hostname).toMatch(/^acme-kept\./);
    expect(several.body?.toString()).toContain("<Key>a b</Key>");
    expect(subject.needsBody(s3Head("POST /kept?delete"))).toBe(true);
    for (const body of [deletion("a b", "old"), Buffer.from("<Delete><Object><Key/></Object></Delete>")]) {
      await expect(subject.request(s3Head("POST /kept?delete"), body)).rejects.toThrow(/has not written/);
    }
  });

  test("an upload that the run has begun may be stopped", async () => {
    const subject = rewriter();
    const begun = Buffer.from(
      "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>",
    );
    await subject.response(s3Head("POST /kept/k?uploads"), ok, begun);

    const stopped = subject.request(s3Head("DELETE /kept/k?uploadId=u1"), undefined);

    await expect(stopped).resolves.toMatchObject({ method: "DELETE" });
  });
});

describe("an answer", () => {
  const names = new Names({ run: "k3x9", existing: { kept: "acme-kept" } });
  names.there("bucket", "photos", by);
  const subject = rewriter({ names });
  const answer = async (
    head: RequestHead,
    status: number,
    body: string,
    headers: readonly RawHeader[] = [],
  ) => {
    const response = { status, reason: "", headers };
    expect(subject.needsResponseBody(head, response)).toBe(body !== "");
    const back = await subject.response(head, response, body === "" ? undefined : Buffer.from(body));
    return { headers: back.headers, text: back.body?.toString() };
  };

  test("redirects to where the client is", async () => {
    const body = `<Error><Code>TemporaryRedirect</Code><Endpoint>${there}.s3-eu-west-1.amazonaws.com</Endpoint><Bucket>${there}</Bucket></Error>`;
    const location: RawHeader = ["Location", `https://${there}.s3-eu-west-1.amazonaws.com/a%20b?x=1`];

    const inPath = await answer(s3Head("GET /photos/a%20b"), 307, body, [location]);
    const inHost = await answer(s3Head("GET /a%20b", [], "photos.localhost:40001"), 307, body, [location]);

    expect(inPath.headers).toEqual([["Location", "http://127.0.0.1:40001/photos/a%20b?x=1"]]);
    expect(inPath.text).toBe(
      "<Error><Code>TemporaryRedirect</Code><Endpoint>127.0.0.1:40001</Endpoint><Bucket>photos</Bucket></Error>",
    );
    expect(inHost.headers).toEqual([["Location", "http://photos.localhost:40001/a%20b?x=1"]]);
    expect(inHost.text).toContain("<Endpoint>photos.localhost:40001</Endpoint>");
  });

  test("refuses without a word of the other account", async () => {
    const message = `User: arn:aws:iam::${account}:user/x is not authorized to perform: s3:GetObject on resource: "arn:aws:s3:::acme-kept/k" of ${there}`;
    const body = `<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>${message.replaceAll('"', "&quot;")}</Message><Resource>/${there}/k</Resource><AWSAccessKeyId>${key.id}</AWSAccessKeyId><Token-0>${key.token}</Token-0><StringToSign>AWS4</StringToSign><HostId>h+/=</HostId></Error>`;

    const { text } = await answer(s3Head("GET /photos/k"), 403, body);

    expect(text).toBe(
      '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>User: arn:aws:iam::000000000000:user/x is not authorized to perform: s3:GetObject on resource: "arn:aws:s3:::kept/k" of photos</Message><Resource>/photos/k</Resource><HostId>h+/=</HostId></Error>',
    );
  });

  test("tells the client's own region", async () => {
    const head = s3Head("GET /photos?location");
    const header: RawHeader = ["x-amz-bucket-region", region];

    const { text, headers } = await answer(
      head,
      200,
      `<LocationConstraint xmlns="x">${region}</LocationConstraint>`,
      [header],
    );

    expect(text).toBe('<LocationConstraint xmlns="x"></LocationConstraint>');
    expect(headers).toEqual([["x-amz-bucket-region", "us-east-1"]]);
  });

  test("tells the client's own region also where the account is in the oldest one", async () => {
    const oldest = rewriter({ names, region: "us-east-1" });
    const authorization = clientsAuthorization("s3").map((part) => part.replace("us-east-1", "us-west-2"));
    const head = s3Head("GET /photos?location", [["authorization", authorization[1] ?? ""]]);

    const asked = await oldest.request({ ...head, target: "/?bucket-region=us-west-2" }, undefined);
    const answered = { status: 200, reason: "", headers: [] };
    const back = await oldest.response(head, answered, Buffer.from('<LocationConstraint xmlns="x"/>'));

    expect(asked.target).toBe("/?bucket-region=us-east-1");
    expect(back.body?.toString()).toBe('<LocationConstraint xmlns="x">us-west-2</LocationConstraint>');
  });

  test("leaves the names of objects alone", async () => {
    const listing = (name: string) =>
      `<ListBucketResult><Name>${name}</Name><Contents><Key>${there}</Key></Contents><Contents><Key>arn:aws:s3:::acme-kept</Key></Contents></ListBucketResult>`;

    const { text } = await answer(s3Head("GET /photos?list-type=2"), 200, listing(there));

    expect(text).toBe(listing("photos"));
  });

  test("streams past where it is an object", async () => {
    const back = await answer(s3Head("GET /photos/k"), 200, "", [["ETag", '"1"']]);

    expect(back).toEqual({ headers: [["ETag", '"1"']], text: undefined });
    expect(subject.needsResponseBody(s3Head("HEAD /photos"), { status: 404, reason: "", headers: [] })).toBe(
      false,
    );
  });
});

test("the client's signature is not needed to be right, only its form", async () => {
  const sent = await rewriter().request(s3Head("GET /photos", [clientsAuthorization("s3")]), undefined);

  expect(verdict(sent, "s3")).toBeUndefined();
});
