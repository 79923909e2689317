import { describe, expect, test } from "vitest";
import { acme, headerValue, sent } from "./acme.ts";

describe("credentials", () => {
  test("a client's token becomes the key's signature, with a date of its own", async () => {
    const { rewriter } = acme("azure-blob");
    const head = sent("GET", "/photos/a", { Authorization: "Bearer emulated" });
    const undated = { ...head, headers: head.headers.filter(([name]) => name !== "x-ms-date") };

    const { headers } = await rewriter.request(undated, undefined);

    expect(headerValue(headers, "authorization")).toMatch(/^SharedKey acme:/);
    expect(Date.parse(headerValue(headers, "x-ms-date") ?? "")).not.toBeNaN();
  });

  test("the short scheme stays short, and two dates become one", async () => {
    const { rewriter } = acme("azure-blob");
    const lite = {
      Authorization: "SharedKeyLite devstoreaccount1:AAAA",
      Date: "Mon, 16 Nov 2026 10:00:00 GMT",
    };

    const { headers } = await rewriter.request(sent("GET", "/photos/a", lite), undefined);

    expect(headerValue(headers, "authorization")).toMatch(/^SharedKeyLite acme:/);
    expect(headerValue(headers, "date")).toBeUndefined();
    expect(headerValue(headers, "x-ms-date")).toBe("Sun, 15 Nov 2026 10:00:00 GMT");
  });

  test("a token is asked for each request, and what needs the key says so", async () => {
    let count = 0;
    const { rewriter } = acme("azure-blob", { credential: { token: async () => `token-${++count}` } });

    const first = await rewriter.request(sent("GET", "/photos/a"), undefined);
    const second = await rewriter.request(sent("GET", "/photos/a"), undefined);
    const bySas = rewriter.request(sent("GET", "/photos/a?sv=2022-11-02&sr=b&sp=r&sig=AAAA"), undefined);

    expect([first, second].map(({ headers }) => headerValue(headers, "authorization"))).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    await expect(bySas).rejects.toThrow(/with the account's key only/);
  });

  test("a user delegation key of the other account is not handed out", async () => {
    const { rewriter } = acme("azure-blob", { credential: { token: async () => "real" } });
    const ask = sent("POST", "?restype=service&comp=userdelegationkey");

    await expect(rewriter.request(ask, undefined)).rejects.toThrow(/the other account's secret/);
  });

  test("a request without a signature stays without one", async () => {
    const head = sent("GET", "/open/a");
    const anonymous = { ...head, headers: head.headers.filter(([name]) => name !== "Authorization") };

    const { headers } = await acme("azure-blob").rewriter.request(anonymous, undefined);

    expect(headerValue(headers, "authorization")).toBeUndefined();
  });
});

describe("copy sources", () => {
  const copy = (source: string, more = {}) =>
    sent("PUT", "/photos/b", { "x-ms-copy-source": source, ...more });

  test.each([
    [
      "http://127.0.0.1:40001/devstoreaccount1/photos/a%20b",
      "https://acme.blob.core.windows.net/photos-tsk3x9001/a%20b",
    ],
    [
      "http://localhost:10000/devstoreaccount1/invoices/a",
      "https://acme.blob.core.windows.net/acme-invoices/a",
    ],
    [
      "http://127.0.0.1:40001/devstoreaccount1-secondary/photos/a",
      "https://acme-secondary.blob.core.windows.net/photos-tsk3x9001/a",
    ],
    [
      "http://devstoreaccount1.blob.localhost:10000/photos/a?snapshot=x",
      "https://acme.blob.core.windows.net/photos-tsk3x9001/a?snapshot=x",
    ],
    ["https://elsewhere.example/photos/a?sig=AAAA", "https://elsewhere.example/photos/a?sig=AAAA"],
    [
      "https://devstoreaccount2.blob.core.windows.net/photos/a",
      "https://devstoreaccount2.blob.core.windows.net/photos/a",
    ],
  ])("%s", async (from, to) => {
    const { headers } = await acme("azure-blob").rewriter.request(copy(from), undefined);

    expect(headerValue(headers, "x-ms-copy-source")).toBe(to);
  });

  test("a token for the source is the other account's, or cannot be had", async () => {
    const source = "http://127.0.0.1:40001/devstoreaccount1/photos/a";
    const head = copy(source, { "x-ms-copy-source-authorization": "Bearer emulated" });

    const { headers } = await acme("azure-blob", {
      credential: { token: async () => "real" },
    }).rewriter.request(head, undefined);

    expect(headerValue(headers, "x-ms-copy-source-authorization")).toBe("Bearer real");
    await expect(acme("azure-blob").rewriter.request(head, undefined)).rejects.toThrow(/opened by a token/);
  });

  test("a source's signature is made anew, and a user's delegation cannot be", async () => {
    const source = "http://127.0.0.1:40001/devstoreaccount1/photos/a?sv=2022-11-02&sr=b&sp=r&sig=AAAA";

    const { headers } = await acme("azure-blob").rewriter.request(copy(source), undefined);

    expect(headerValue(headers, "x-ms-copy-source")).toMatch(
      /^https:\/\/acme\.blob\.core\.windows\.net\/photos-tsk3x9001\/a\?sv=2022-11-02&sr=b&sp=r&sig=[\w%]{40,}$/,
    );
    await expect(acme("azure-blob").rewriter.request(copy(`${source}&skoid=x`), undefined)).rejects.toThrow(
      /user delegation key/,
    );
  });
});
