import { describe, expect, test } from "vitest";
import { attributed, type Unattributed } from "../../../../src/fidelity/replay/credentials.ts";
import { mended } from "../../../../src/fidelity/replay/mend.ts";

const dated = { "x-ms-date": "Mon, 03 May 2021 10:00:00 GMT" };
const sanitized = { ...dated, authorization: "Sanitized" };
const signed = { ...dated, authorization: "SharedKey gone:REDACTED" };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly code?: string;
}

function exchange(send: string, { headers = {}, status = 200, code }: Sent = {}): Unattributed {
  const [method = "", address = ""] = send.split(" ");
  const named = code === undefined ? [] : ([["x-ms-error-code", code]] as const);
  return {
    method,
    url: `https://gone.${address}`,
    headers: Object.entries(headers),
    body: Buffer.alloc(0),
    at: undefined,
    answer: { status, headers: named, body: Buffer.alloc(0) },
  };
}

const box = "blob.core.windows.net/box";
const made = exchange(`PUT ${box}?restype=container`, { headers: sanitized, status: 201 });

/** What is said of the last of them. */
function saidOf(...exchanges: readonly Unattributed[]) {
  return attributed(exchanges).at(-1)?.credentials;
}

describe("where others show who asked", () => {
  test.each([
    ["a change that was done", exchange(`PUT ${box}/a`, { status: 201 }), "taken out"],
    ["a read of what nobody has opened", exchange(`GET ${box}/a`), "taken out"],
    ["a read of a queue", exchange("GET queue.core.windows.net/jobs?comp=metadata"), "taken out"],
    ["a refusal", exchange(`GET ${box}/a`, { status: 403, code: "AuthenticationFailed" }), "none"],
    [
      "what is not there for anybody",
      exchange(`GET ${box}/a`, { status: 404, code: "ResourceNotFound" }),
      "none",
    ],
    ["a question of a browser", exchange(`OPTIONS ${box}/a`), "none"],
    ["a placeholder", exchange(`GET ${box}/a`, { headers: sanitized }), "taken out"],
    ["a signature", exchange(`GET ${box}/a`, { headers: signed }), "shown"],
  ] as const)("%s", (_, one, credentials) => {
    expect(saidOf(made, one)).toBe(credentials);
  });

  test("a read of what was opened to anybody", () => {
    const opened = { ...sanitized, "x-ms-blob-public-access": "blob" };

    expect(
      saidOf(exchange(`PUT ${box}?restype=container`, { headers: opened }), exchange(`GET ${box}/a`)),
    ).toBe("none");
  });
});

describe("where nobody shows anything", () => {
  test.each([
    ["a read", exchange(`GET ${box}/a`, { headers: dated }), "taken out"],
    [
      "what says that there were none",
      exchange(`GET ${box}/a`, { headers: dated, status: 401, code: "NoAuthenticationInformation" }),
      "none",
    ],
    [
      "a refusal of what could not be signed",
      exchange("GET queue.core.windows.net/?comp=properties", { status: 404, code: "ResourceNotFound" }),
      "none",
    ],
    [
      "a refusal of what may have been signed",
      exchange(`GET ${box}/a`, { headers: dated, status: 403, code: "AuthenticationFailed" }),
      "taken out",
    ],
  ] as const)("%s", (_, one, credentials) => {
    expect(saidOf(one)).toBe(credentials);
  });
});

describe("a shared access signature", () => {
  const tables = "table.core.windows.net/Tables";

  test("that is whole is shown", () => {
    expect(saidOf(exchange(`GET ${tables}?sv=2021-08-06&sp=r&sig=REDACTED`))).toBe("shown");
  });

  test("that is cut down was taken out, and what is left of it goes", () => {
    const [cut] = attributed([exchange(`GET ${tables}?$top=1&st=2021-08-03&spr=https&sig=fake`)]);

    expect(cut?.credentials).toBe("taken out");
    expect(cut && mended(cut, "azure-table")).toMatchObject({
      url: `https://gone.${tables}?$top=1`,
      headers: [["Authorization", expect.stringMatching(/^SharedKey /)]],
    });
  });

  test("that was refused as it stands is left as it stands", () => {
    expect(saidOf(exchange(`GET ${tables}?st=2021-08-03&sig=fake`, { status: 403 }))).toBe("shown");
  });
});

test("a customer's key that was taken out with its header is made up anew", () => {
  const hash = { ...signed, "x-ms-encryption-key-sha256": "hash", "x-ms-encryption-algorithm": "AES256" };
  const keyIn = (status: number) =>
    attributed([exchange(`PUT ${box}/a`, { headers: hash, status })])
      .flatMap((one) => mended(one, "azure-blob").headers)
      .find(([name]) => name === "x-ms-encryption-key")?.[1];

  expect(keyIn(201)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(keyIn(400)).toBeUndefined();
});
