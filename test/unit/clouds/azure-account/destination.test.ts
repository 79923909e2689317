import { expect, test } from "vitest";
import { allowedDestination, azureRewriter } from "../../../../src/clouds/index.ts";
import { Names } from "../../../../src/wire/index.ts";

const cloud = "https://acme.blob.core.windows.net";
const allowedHosts = ["acme.blob.core.windows.net"];

test.each([
  ["this machine", "other", "http://127.0.0.1:20000/other", []],
  ["this machine by a name of the account", "other", "http://other.blob.localhost:20000", []],
  ["IPv6", "other", "http://[::1]:20000/other", []],
  ["a host that is named", "acme", cloud, allowedHosts],
  [
    "the second region of a host that is named",
    "acme",
    "https://acme-secondary.blob.core.windows.net",
    allowedHosts,
  ],
  ["a host below one that is named", "acme", cloud, ["blob.core.windows.net"]],
  ["a host of one's own that is named", "acme", "https://files.acme.example", ["FILES.acme.example"]],
])("%s is allowed", (_, account, endpoint, hosts) => {
  expect(() => allowedDestination({ account, endpoint, allowedHosts: hosts })).not.toThrow();
});

test.each([
  ["no host is named", "acme", cloud, undefined, "none of the allowed hosts"],
  ["another host is named", "acme", cloud, ["acme.queue.core.windows.net"], "none of the allowed hosts"],
  ["a part of a name is named", "acme", cloud, ["lob.core.windows.net"], "none of the allowed hosts"],
  ["no account is named", "", cloud, allowedHosts, "no account"],
  ["the host is another account's", "other", cloud, allowedHosts, "belongs to `acme`"],
  [
    "a name only begins like this machine's",
    "acme",
    "http://127.0.0.1.evil.example",
    [],
    "none of the allowed",
  ],
  ["it is no address", "acme", "nonsense", [], "none of the allowed hosts"],
])("nothing is sent where %s", (_, account, endpoint, hosts, why) => {
  const destination = { account, endpoint, ...(hosts !== undefined && { allowedHosts: hosts }) };

  expect(() => allowedDestination(destination)).toThrow(
    expect.objectContaining({ code: "TS_HOST_NOT_ALLOWED", message: expect.stringContaining(why) }),
  );
});

const options = { service: "azure-blob", account: "acme", names: new Names(), allowedHosts } as const;

test("a rewriter is not made for what is not allowed", () => {
  const { allowedHosts: _, ...silent } = options;

  expect(() => azureRewriter({ ...silent, endpoint: cloud, credential: { key: "AAAA" } })).toThrow(
    /none of the allowed hosts/,
  );
});

test("tokens and SAS travel over HTTPS or not at all", () => {
  const endpoint = "http://acme.blob.core.windows.net";

  for (const credential of [{ token: async () => "secret" }, { sas: "sv=1&sig=secret" }]) {
    expect(() => azureRewriter({ ...options, endpoint, credential })).toThrow(
      expect.objectContaining({ code: "TS_PLAIN_HTTP", message: expect.not.stringContaining("secret") }),
    );
  }
  expect(() => azureRewriter({ ...options, endpoint, credential: { key: "AAAA" } })).not.toThrow();
});

test.each(["ftp://acme.example", "https://user:pass@acme.blob.core.windows.net", `${cloud}/photos`])(
  "%s is no endpoint",
  (endpoint) => {
    expect(() => azureRewriter({ ...options, endpoint, credential: { key: "AAAA" } })).toThrow(
      expect.objectContaining({ code: "TS_BAD_ENDPOINT", message: expect.not.stringContaining("pass@") }),
    );
  },
);
