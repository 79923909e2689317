import { describe, expect, test } from "vitest";
import { expectNothingOf, forwarderFor, rewriterOf, signed, useOtherAccount, wrongKey } from "./setting.ts";

const setting = useOtherAccount();

describe.each(["SharedKey", "SharedKeyLite"])("%s made by hand", (scheme) => {
  test.each([
    ["azure-blob", "/?comp=list"],
    ["azure-queue", "/?comp=list"],
    ["azure-table", "/Tables"],
  ] as const)("%s accepts it, and refuses it with a wrong key", async (service, path) => {
    const forwarder = await forwarderFor(setting, service);

    const accepted = await signed(forwarder, "GET", path, undefined, {}, scheme);
    forwarder.rewriter = rewriterOf(setting, service, { credential: wrongKey() });
    const refused = await signed(forwarder, "GET", path, undefined, {}, scheme);

    expect([accepted.status, refused.status]).toEqual([200, 403]);
    expectNothingOf(setting, forwarder);
  });
});
