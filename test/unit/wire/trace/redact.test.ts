import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RawHeader } from "../../../../src/wire/index.ts";
import { Redactor } from "../../../../src/wire/index.ts";
import { headersWithSecrets, secretFields } from "../../../../src/wire/trace/secret-fields.ts";

const base64 = fc
  .uint8Array({ minLength: 18, maxLength: 64 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const percent = base64.map(encodeURIComponent);
const small = percent.map((text) => text.replace(/%../g, (code) => code.toLowerCase()));
const signature = fc.oneof(base64, hex, percent, small);
const bearer = fc
  .tuple(base64, base64, base64)
  .map((parts) => parts.map((part) => part.replace(/[+/=]/g, "-")).join("."));

/** Where a secret may stand: all that is around it must come out as it went in. */
interface Place {
  readonly secret: fc.Arbitrary<string>;
  readonly around: readonly (readonly [before: string, after: string])[];
}

const redactor = new Redactor();

function expectOnlySecretsGone({ secret, around }: Place, redact: (text: string) => string): void {
  fc.assert(
    fc.property(secret, fc.constantFrom(...around), (hidden, [before, after]) => {
      expect(redact(before + hidden + after)).toBe(`${before}REDACTED${after}`);
    }),
  );
}

describe("headers", () => {
  const places: Readonly<Record<string, Place>> = {
    Authorization: {
      secret: signature,
      around: [
        ["SharedKey devstoreaccount1:", ""],
        ["SharedKeyLite acme:", ""],
        ["AWS AKIAIOSFODNN7EXAMPLE:", ""],
        [
          "AWS4-HMAC-SHA256 Credential=AKID/20261115/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=",
          "",
        ],
        [
          "AWS4-HMAC-SHA256 Signature=",
          ",Credential=AKID/20261115/eu-west-1/s3/aws4_request,SignedHeaders=host",
        ],
        ["Bearer ", ""],
        ["bearer ", ""],
        ["Basic ", ""],
        ["", ""],
      ],
    },
    "x-ms-copy-source-authorization": { secret: bearer, around: [["Bearer ", ""]] },
    "Proxy-Authorization": { secret: base64, around: [["Basic ", ""]] },
    Cookie: { secret: base64, around: [["", ""]] },
    "Set-Cookie": { secret: base64, around: [["", ""]] },
    "x-amz-security-token": { secret: base64, around: [["", ""]] },
    "x-amz-s3session-token": { secret: base64, around: [["", ""]] },
    "x-ms-encryption-key": { secret: base64, around: [["", ""]] },
    "x-ms-source-encryption-key": { secret: base64, around: [["", ""]] },
    "x-amz-server-side-encryption-customer-key": { secret: base64, around: [["", ""]] },
    "x-amz-copy-source-server-side-encryption-customer-key": { secret: base64, around: [["", ""]] },
    "x-ms-copy-source": {
      secret: signature,
      around: [
        ["https://acme.blob.core.windows.net/c/b?sv=2021-08-06&sp=r&sig=", "&se=2030-01-01"],
        ["https://acme.blob.core.windows.net/c/b?SIG=", ""],
      ],
    },
    "x-ms-rename-source": { secret: signature, around: [["/c/b?sig=", "&sv=2021-08-06"]] },
    Location: {
      secret: signature,
      around: [
        ["http://127.0.0.1:9000/b/k?AWSAccessKeyId=AKID&Signature=", "&Expires=1700000000"],
        ["/b/k?X-Amz-Credential=AKID%2F20261115%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Signature=", ""],
      ],
    },
    "x-anything": { secret: percent, around: [["https%3A%2F%2Facme%2Fc%3Fsv%3D1%26sig=", "&x=1"]] },
  };

  test.each(Object.entries(places))("%s", (name, place) => {
    const cases = [name, name.toLowerCase(), name.toUpperCase()];

    for (const spelled of cases)
      expectOnlySecretsGone(place, (value) => redactor.headers([[spelled, value]])[0]?.[1] ?? "");
  });

  test("are the same list when there is nothing to take out", () => {
    const raw: readonly RawHeader[] = [
      ["Host", "127.0.0.1:10000"],
      ["x-ms-encryption-key-sha256", "3QFFFpRA5+XANHqwwbT4yXDmrT/2JaLt/FKHjzhOdoE="],
      ["x-amz-server-side-encryption-customer-key-MD5", "7PpPLAK26ONlVUGOWlusfg=="],
      ["Content-MD5", "7PpPLAK26ONlVUGOWlusfg=="],
      [
        "WWW-Authenticate",
        "Bearer authorization_uri=https://login.example/x resource_id=https://storage.azure.com",
      ],
      ["x-ms-meta-design", "ours"],
      ["Accept", "a"],
      ["Accept", "b"],
    ];

    expect(redactor.headers(raw)).toBe(raw);
  });
});

describe("targets", () => {
  test("lose the values of secret fields, whatever the case of their names", () => {
    const around = [
      ["/devstoreaccount1/c/b?sv=2021&sig=", "&se=2030"],
      ["/devstoreaccount1/c/b?sig=", ""],
      ["/c/b?comp=block&Sig=", "&blockid=AA%3D%3D"],
      ["/c/b?%73ig=", "&x"],
      ["/b/k?X-Amz-Signature=", "&x-id=GetObject"],
      ["/b/k?x-amz-security-token=", "&X-Amz-SignedHeaders=host"],
      ["/b/k?X-Amz-Security-Token=", ""],
      ["/b/k?AWSAccessKeyId=AKID&Expires=1&Signature=", ""],
      ["http://127.0.0.1:10000/a/c?sig=", "&restype=container"],
    ] as const;

    expectOnlySecretsGone({ secret: signature, around }, (target) => redactor.target(target));
  });

  test("lose a signature in an address that is encoded in them", () => {
    const encoded = percent.map(encodeURIComponent);
    const around = [
      ["/copy?from=https%3A%2F%2Facme%2Fc%2Fb%3Fsv%3D2021%26sig%3D", "%26se%3D2030&to=x"],
      ["/copy?from=https%3a%2f%2facme%2fc%2fb%3fsig%3d", ""],
    ] as const;

    expectOnlySecretsGone({ secret: encoded, around }, (target) => redactor.target(target));
    expectOnlySecretsGone(
      { secret: encoded.map(encodeURIComponent), around: [["/copy?from=a%253Fsig%253D", "%2526se%253D1"]] },
      (target) => redactor.target(target),
    );
  });

  test("lose a signature in a path whose question mark is encoded, and a password", () => {
    const around = [
      ["/c/b%3Fsig%3D", ""],
      ["/c/b%3Fsv%3D2021%26sig%3D", "%26se%3D2030"],
      ["/c/b%3fsig%3d", "?restype=container"],
      ["http://someone:", "@127.0.0.1:10000/c/b"],
      ["/copy?from=https%3A%2F%2Fsomeone%3A", "%40host%2Fc"],
    ] as const;

    expectOnlySecretsGone({ secret: hex, around }, (target) => redactor.target(target));
  });

  test.each([
    "/t(PartitionKey='a''b',RowKey='%2F')",
    "/c/b?comp=list&prefix=signals/&marker=",
    "/c/b?sig=",
    "/design?sigma=1&assign=2&x-sig=3&%zz=1",
    "/b?X-Amz-Credential=AKID%2F20261115%2Fs3&AWSAccessKeyId=AKID&continuation-token=abc",
  ])("stay as they are: %s", (target) => {
    expect(redactor.target(target)).toBe(target);
  });
});

describe("texts", () => {
  const places: Readonly<Record<string, Place>> = {
    "a blob batch": {
      secret: base64,
      around: [
        [
          "--batch_1\r\nContent-Type: application/http\r\n\r\nDELETE /c/b HTTP/1.1\r\nAuthorization: SharedKey acme:",
          "\r\nContent-Length: 0\r\n\r\n--batch_1--",
        ],
        ["DELETE /c/b?sv=2021&sig=", " HTTP/1.1\r\nContent-Length: 0\r\n"],
        ["x-ms-encryption-key: ", "\nx-ms-encryption-key-sha256: abc=\n"],
      ],
    },
    "addresses in JSON and XML": {
      secret: percent,
      around: [
        ['{"url":"https://acme/c/b?sv=1&sig=', '","next":null}'],
        ['{"url":"https://acme/c/b?sv=1\\u0026sig=', '\\u0026se=2030"}'],
        ["<CopySource>https://acme/c/b?sv=1&amp;sig=", "&amp;se=2030</CopySource>"],
        ["<NextMarker>x</NextMarker><Location>/c?X-Amz-Signature=", "</Location>"],
      ],
    },
    "addresses in JSON whose slashes and pluses are escaped": {
      secret: base64.map((text) => text.replaceAll("/", "\\/").replaceAll("+", "\\u002B")),
      around: [['{"url":"https:\\/\\/acme\\/c?sig=', '\\u0026se=2030"}']],
    },
    "connection strings": {
      secret: base64,
      around: [
        [
          "DefaultEndpointsProtocol=http;AccountName=acme;AccountKey=",
          ";BlobEndpoint=http://127.0.0.1:10000/acme;",
        ],
        ["AccountName=acme;AccountKey=", ""],
        ["Endpoint=sb://acme/;SharedAccessKeyName=root;SharedAccessKey=", ";EntityPath=x"],
      ],
    },
    "connection strings with a shared access signature": {
      secret: percent.map((text) => `sv=2021&ss=b&sig=${text}`),
      around: [["BlobEndpoint=https://acme;SharedAccessSignature=", ";X=1"]],
    },
    "a user delegation key": {
      secret: base64,
      around: [
        [
          "<UserDelegationKey><SignedOid>o</SignedOid><SignedService>b</SignedService><Value>",
          "</Value></UserDelegationKey><Tag><Value>stays</Value></Tag>",
        ],
      ],
    },
    "an S3 session": {
      secret: base64,
      around: [
        ["<Credentials><AccessKeyId>AKID</AccessKeyId><SecretAccessKey>", "</SecretAccessKey></Credentials>"],
        ["<Credentials><SessionToken>", "</SessionToken><Expiration>2030</Expiration></Credentials>"],
      ],
    },
    "what S3 shows of a wrong signature": {
      secret: hex,
      around: [
        [
          "<Code>SignatureDoesNotMatch</Code><SignatureProvided>",
          "</SignatureProvided><StringToSign>x</StringToSign>",
        ],
        ["<CanonicalRequestBytes>", "</CanonicalRequestBytes>"],
        ["<CanonicalRequest>GET\n/\n\nhost:x\nx-amz-security-token:", "\n\nhost</CanonicalRequest>"],
      ],
    },
    "what Azure shows of a wrong signature": {
      secret: base64,
      around: [
        ["The MAC signature found in the HTTP request '", "' is not the same as any computed signature."],
      ],
    },
    tokens: {
      secret: bearer,
      around: [
        ['{"token_type":"Bearer","access_token":"', '","expires_in":3599}'],
        ['{ "refresh_token" : "', '" }'],
        ['{"client_secret":"', '"}'],
        ['{"client_assertion":"', '"}'],
        ['{"Item":{"access_token":{"S":"', '"},"id":{"S":"1"}}}'],
        ['{"message":"{\\"access_token\\":\\"', '\\",\\"id\\":1}"}'],
        ['{"headers":{"Authorization":"Bearer ', '"}}'],
        ["sent with Bearer ", " yesterday"],
      ],
    },
    "the fields of a presigned POST": {
      secret: base64,
      around: [
        [
          '--b\r\nContent-Disposition: form-data; name="policy"\r\n\r\neyJh\r\n--b\r\nContent-Disposition: form-data; name="x-amz-signature"\r\n\r\n',
          '\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello\r\n--b--',
        ],
        [
          'Content-Disposition: form-data; name="X-Amz-Security-Token"\r\nContent-Type: text/plain\r\n\r\n',
          "\r\n--b--",
        ],
        ['{"fields":{"x-amz-signature":"', '","policy":"eyJh"}}'],
      ],
    },
    "header values in lists": {
      secret: base64,
      around: [
        ['{"headers":[["Authorization","SharedKey a:', '"],["Accept","b"]]}'],
        ['["Accept", "b", "Cookie" , "', '", "Host", "c"]'],
        ['{"x-ms-encryption-key":["', '"],"Accept":["b"]}'],
        ['{"x-ms-encryption-key" : [ "', '" ] }'],
        ['{"Authorization":["SharedKey a:', '"]}'],
        ['{"x-ms-copy-source-authorization":"Bearer ', '"}'],
      ],
    },
    "passwords in addresses": {
      secret: hex,
      around: [
        ["see https://someone:", "@host:8080/a?b=c"],
        ["redis://:", "@host/0"],
        ['{"url":"https:\\/\\/someone:', '@host\\/"}'],
      ],
    },
    "signed chunks": { secret: hex, around: [["400;chunk-signature=", "\r\nhello\r\n"]] },
  };

  test.each(Object.entries(places))("%s", (_, place) => {
    expectOnlySecretsGone(place, (text) => redactor.text(text));
  });

  test.each(secretFields)("%s is known in every kind of text", (name) => {
    for (const [before, after] of [
      [`a=b;${name.toUpperCase()}=`, ";c=d"],
      [`{"${name}":"`, '","a":1}'],
      [`<${name}>`, `</${name}>`],
      [`form-data; name="${name}"\r\n\r\n`, "\r\n--b--"],
    ])
      expect(redactor.text(`${before}hidden123${after}`)).toBe(`${before}REDACTED${after}`);
  });

  test.each(headersWithSecrets)("%s is known as a line of a batch", (name) => {
    expect(redactor.text(`a: b\r\n${name}: hidden123\r\nc: d`)).toBe(`a: b\r\n${name}: REDACTED\r\nc: d`);
  });

  test("may be long, and so may their secrets", () => {
    const hidden = "a\\n".repeat(2_000_000);

    expect(redactor.text(`{"access_token":"${hidden}"}`)).toBe('{"access_token":"REDACTED"}');
    expect(redactor.text(`?sig=${hidden.replaceAll("\\n", "%2F")}&a`)).toBe("?sig=REDACTED&a");
  });

  test("forms lose what token endpoints are sent, up to the next field", () => {
    const raw = fc.stringMatching(/^[\w.~,;!*()-]{16,40}$/);
    const form = { contentType: "application/x-www-form-urlencoded; charset=utf-8" };
    const around = [
      ["grant_type=client_credentials&client_id=app&client_secret=", "&scope=x"],
      ["grant_type=password&password=", ""],
      ["client_assertion_type=jwt&client_assertion=", "&resource=https%3A%2F%2Fstorage.azure.com"],
    ] as const;

    expectOnlySecretsGone({ secret: raw, around }, (text) => redactor.text(text, form));
  });

  test("lose a JSON Web Token wherever it stands", () => {
    const token = `${json64({ alg: "RS256" })}.${json64({ sub: "someone", aud: "storage" })}.c2lnbmF0dXJl`;

    expect(redactor.text(`the token was ${token}, it said`)).toBe("the token was REDACTED, it said");
  });

  test("lose every string of a list of secrets", () => {
    expect(redactor.text('{"sig":["a\\"b", "c"],"d":["e"]}')).toBe('{"sig":["REDACTED"],"d":["e"]}');
    expect(redactor.text('{"sig":["cut off', { cut: true })).toBe('{"sig":["REDACTED');
  });

  test.each([
    '{"AllowedHeaders":["authorization","Content-Type","cookie"]}',
    "http://host:8080/a@b and mailto:someone@host, git@host:me/it",
    "assign=1; design=2; sigma=3",
    '{"tokens":3,"signatures":["a"],"key":"v","Value":"x"}',
    "<Tags><Tag><Key>token</Key><Value>stays</Value></Tag></Tags>",
    "<NextContinuationToken>abc</NextContinuationToken>",
    "a bearer of news, and cookies: none",
  ])("stay as they are: %s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  test.each([
    ["backslashes", "\\"],
    ["percent signs", "%2525"],
    ["opened elements", "<sig "],
    ["opened keys", "<UserDelegationKey>"],
    ["fields of forms", 'name="sig"\nx\n'],
    ["beginnings of tokens", "eyJ-"],
    ["empty fields", '"sig":"",'],
    ["bearers", "bearer "],
    ["addresses", "a://b:"],
    ["long addresses", `://${"b:".repeat(300)}`],
    ["encoded addresses", "%3A%2F%2Fb%3A"],
    ["lists", '"sig":[ "",\\'],
  ])("stay as they are, and take no time that grows with their square: %s", (_, piece) => {
    const text = `token ${piece.repeat(1_000_000 / piece.length)}`;

    expect(redactor.text(text)).toBe(text);
  });

  test("stay as they are when they are redacted again", () => {
    fc.assert(
      fc.property(signature, (hidden) => {
        const once = redactor.text(
          `AccountKey=${hidden};\n"sig":"${hidden}"\nAuthorization: AWS a:${hidden}`,
        );

        expect(redactor.text(once)).toBe(once);
      }),
    );
  });
});

function json64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

test.each([
  ['{"h":"Bearer abcDEF0123456789abcDEF0123456789"}', '{"h":"Bearer REDACTED"}'],
  ['{"h":"Bearer NeC0/Ou9+HUbB3f012345678901234=="}', '{"h":"Bearer REDACTED"}'],
  ["log: Bearer SECRETB3", "log: Bearer REDACTED"],
  ['Bearer realm="https://example.com/tenant"', 'Bearer realm="https://example.com/tenant"'],
  ["Bearer authentication is required", "Bearer authentication is required"],
])("a bearer's token goes wherever it stands: %s", (text, expected) => {
  expect(new Redactor([]).text(text)).toBe(expected);
});

test.each([
  ["a bearer token", "x Bearer abcdefghijklm", "x Bearer REDACTED"],
  ["a bearer token with a digit", "x Bearer%20abc1", "x Bearer%20REDACTED"],
  ["a web token", "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0", "x REDACTED"],
  ["a web token's first part", "x eyJhbGci", "x REDACTED"],
  ["a password in an address", "see https://user:passw", "see https://user:REDACTED"],
  ["an encoded password", "see https%3A%2F%2Fuser%3Apassw", "see https%3A%2F%2Fuser%3AREDACTED"],
  ["a header's value in a list", '["Cookie","Abcdef', '["Cookie","REDACTED'],
  ["a field", "a=b&sig=ab", "a=b&sig=REDACTED"],
  ["a field of JSON", '{"access_token": "a', '{"access_token": "REDACTED'],
])("the beginning of %s goes where the text was cut inside it", (_, text, kept) => {
  expect(new Redactor().text(text, { cut: true })).toBe(kept);
});

test("the end of a text that was cut stays if it begins no secret", () => {
  const text = 'the bearer of news, see http://127.0.0.1:10000/a and ["Cookie","Accept"] or eyJ nothing';

  expect(new Redactor().text(text, { cut: true })).toBe(text);
});
