import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "./command.ts";

/** A proxy that nobody should ask: it counts who does, and hangs up. */
async function unwantedProxy(): Promise<{ env: NodeJS.ProcessEnv; asked: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const env = { HTTP_PROXY: url, HTTPS_PROXY: url, NODE_USE_ENV_PROXY: "1", NO_PROXY: "intern.example" };
  return { env, asked: () => count };
}

test("the demo goes past a proxy", async () => {
  const { env, asked } = await unwantedProxy();

  const { code, stderr } = await touchstone(["demo", "--json"], "", { env });

  expect(stderr).toMatch(/✓ \d+ of \d+ requests named/);
  expect({ code, asked: asked() }).toEqual({ code: 0, asked: 0 });
});

test("a command behind -- goes past a proxy to the emulators, and keeps what else goes past it", async () => {
  const { env, asked } = await unwantedProxy();
  const program = `
    const { status } = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB);
    console.log(JSON.stringify([status, process.env.NO_PROXY, process.env.no_proxy]));`;

  const { stdout } = await touchstone(
    ["up", "dynamodb", "--", process.execPath, "--input-type=module", "-e", program],
    "",
    { env },
  );

  const past = "intern.example,localhost,127.0.0.1,::1";
  expect(JSON.parse(stdout)).toEqual([200, past, past]);
  expect(asked()).toBe(0);
});
