import { expect, test } from "vitest";
import { pastProxies } from "../../../src/lab/proxies.ts";

test("nothing is set where no proxy is", () => {
  expect(pastProxies({ NO_PROXY: "intern.example" })).toEqual({});
});

test.each([
  [{ http_proxy: "http://proxy:3128" }, "localhost,127.0.0.1,::1"],
  [
    { ALL_PROXY: "http://proxy:3128", NO_PROXY: "a.example, b.example" },
    "a.example,b.example,localhost,127.0.0.1,::1",
  ],
  [
    { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "a.example", no_proxy: "127.0.0.1,b.example" },
    "a.example,127.0.0.1,b.example,localhost,::1",
  ],
])("%j is kept, and this machine is added", (env, all) => {
  expect(pastProxies(env)).toEqual({ NO_PROXY: all, no_proxy: all });
});
