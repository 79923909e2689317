import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { contractsOf, defaultWindows } from "../../../src/clouds/index.ts";
import type { Recording } from "../../../src/fidelity/index.ts";
import { ReplayTarget } from "../../../src/fidelity/replay/replay-target.ts";
import { TargetLink } from "../../../src/fidelity/replay/target-link.ts";
import { parseTarget, serviceTarget } from "../../../src/lab/index.ts";
import { groupMembers } from "../../processes.ts";
import { recorded } from "./recordings.ts";

test("what the front says for an emulator that does not answer is no answer", async () => {
  await using server = createServer(({ url }, response) => {
    response.setHeader("x-touchstone-error", decodeURIComponent(url?.slice(1) ?? ""));
    response.writeHead(502).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  using link = new TargetLink({ reachable: [], allowHosts: [], elsewhere: [] });
  const { port } = server.address() as AddressInfo;
  const said = (error: string) =>
    link.send({
      origin: `http://127.0.0.1:${port}`,
      method: "GET",
      target: `/${encodeURIComponent(error)}`,
      headers: [],
    });

  await expect(said("connect ECONNREFUSED")).rejects.toThrow("connect ECONNREFUSED");
  await expect(said("the contract c cannot be asked")).resolves.toMatchObject({ status: 502 });
});

test("behind contracts, a process that has died has no state any more", { timeout: 60_000 }, async () => {
  let pid = 0;
  await using target = await ReplayTarget.open([serviceTarget("azure-queue", parseTarget("azurite"))], {
    cwd: process.cwd(),
    strict: { contracts: contractsOf("azure-queue"), windows: defaultWindows },
    onEvent(event) {
      if (event.type === "ready") pid = event.pid ?? 0;
    },
  });
  const recording = recorded("jobs", "https://gone.queue.core.windows.net", [
    { send: "PUT /jobs", status: 201 },
    { send: "DELETE /jobs", status: 204 },
    { send: "GET /jobs?comp=metadata", status: 404, answer: { "x-ms-error-code": "QueueNotFound" } },
    { send: "PUT /jobs", status: 201 },
  ]);

  const result = await target.perform(
    whenReached(recording, 2, () => {
      for (const member of groupMembers(pid).slice(1)) process.kill(member, "SIGKILL");
    }),
  );

  expect([...result.answers.values()].map(({ status }) => status)).toEqual([201, 204, 0, 201]);
});

test("behind contracts, a removal is waited for as long as somebody had waited", {
  timeout: 60_000,
}, async () => {
  const contracts = contractsOf("azure-blob");
  const windows = { ...defaultWindows, "container-deletion": 2_000 };
  const blobs = [serviceTarget("azure-blob", parseTarget("azurite"))];
  await using target = await ReplayTarget.open(blobs, { cwd: process.cwd(), strict: { contracts, windows } });
  const madeAnew = (after: number) =>
    recorded("album", "https://gone.blob.core.windows.net", [
      { send: "PUT /album?restype=container", status: 201 },
      { send: "DELETE /album?restype=container", status: 202 },
      { send: "PUT /album?restype=container", status: 201, after },
      { send: "GET /album?restype=container", status: 200, after },
    ]);

  const waited = await target.perform(madeAnew(40));
  const hasty = await target.perform(madeAnew(0));

  expect(waited).toMatchObject({ matched: 4, discrepancies: [] });
  expect(hasty.discrepancies).toMatchObject([{ index: 2, actual: { code: "ContainerBeingDeleted" } }]);
});

/** A recording at one of whose exchanges something happens. */
function whenReached({ exchanges, ...recording }: Recording, index: number, happen: () => void): Recording {
  let isReached = false;
  const flaw = {
    enumerable: true,
    get() {
      if (!isReached) happen();
      isReached = true;
    },
  };
  return {
    ...recording,
    exchanges: exchanges.map((one, at) =>
      at === index ? Object.defineProperty({ ...one }, "flaw", flaw) : one,
    ),
  };
}
