import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSide } from "../../../../src/fidelity/index.ts";
import { checkConfig } from "../../../../src/lab/config/index.ts";

/** Somebody who refuses everything, and says why. */
async function refusing(message: string): Promise<string> {
  const error = `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
  const server = createServer((request, response) => {
    request
      .resume()
      .on("end", () => response.writeHead(403, { "content-type": "application/xml" }).end(error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ["is taken out", "wJalrXUtnFEMI/K7MDENG", "not by REDACTED"],
  ["is left where it is a word like any other", "test", "not by test"],
])("the key that what runs already is asked with %s", async (_, secret, told) => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  const options = { cwd: process.cwd(), config: checkConfig({}, "config") };
  await using side = await openSide("s3", await refusing(`not by ${secret}`), options);
  await using stage = side.open();

  const result = await stage.call("owner", "ListBuckets", {});

  expect(result).toMatchObject({ kind: "answered", status: 403, message: told });
});
