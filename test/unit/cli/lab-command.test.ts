import { expect, test } from "vitest";
import { portFlags } from "../../../src/cli/lab-command.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import { up } from "../../../src/cli/up.ts";
import { parseServiceTargets, rivalsOf } from "../../../src/lab/index.ts";

const wanted = parseServiceTargets("s3", () => undefined);

function ports(text: string): unknown {
  return portFlags(parseLine(["s3", "--port", text], up).flags, wanted);
}

test("reads a port", () => {
  expect(ports("s3=4711")).toEqual({ s3: 4711 });
});

test.each(["s3=10=20", "s3=", "s3=0", "s3=65536", "s3=1e3", "4711", "=4711"])(
  "%s is no port of a service",
  (text) => {
    expect(() => ports(text)).toThrow(`--port must be SERVICE=PORT, not ${text}`);
  },
);

test.each([
  [{}, []],
  [{ AZURE_STORAGE_BLOB_ENDPOINT: "x" }, []],
  [{ AWS_ENDPOINT_URL_S3: "x" }, ["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"]],
  [
    { AWS_ENDPOINT_URL_S3: "x", AWS_ACCESS_KEY_ID: "x" },
    ["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN"],
  ],
])("what would lead past %j is taken away", (env, rivals) => {
  expect(rivalsOf(env)).toEqual(rivals);
});
