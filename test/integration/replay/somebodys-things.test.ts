import { expect, test } from "vitest";
import { clientsFor } from "../../../src/clouds/index.ts";
import { replay } from "../../../src/fidelity/index.ts";
import { Lab, parseTarget, type TargetSpec } from "../../../src/lab/index.ts";
import { each, recorded } from "./recordings.ts";

const cwd = process.cwd();

test.each([
  ["that nobody has named", {}],
  ["that the config calls by a name", { runs: "azurite 3.37.0" }],
])("at an address %s, nothing is changed that was there before", async (_, named) => {
  await using lab = await Lab.start([{ service: "azure-blob", target: parseTarget("azurite") }], { cwd });
  const { plainEndpoint: endpoint = "", credentials: { id, secret } = { id: "", secret: "" } } =
    lab.reachable[0] ?? {};
  using owner = await clientsFor("azure-blob", { endpoint, caller: { as: "owner", id, secret }, cwd });
  await owner.call("Container_Create", { containerName: "album" });
  const target: TargetSpec = { kind: "url", url: endpoint, ...named };

  const result = await replay(
    each(
      recorded("one", "https://gone.blob.core.windows.net", [
        { send: "DELETE /album?restype=container", status: 202 },
        { send: "PUT /shells?restype=container", status: 201 },
      ]),
    ),
    [{ service: "azure-blob", target }],
    { cwd },
  );

  const stays = await owner.call("Container_GetProperties", { containerName: "album" });
  const goes = await owner.call("Container_GetProperties", { containerName: "shells" });
  expect(result.skipReasons).toEqual({ "it would change what was on the target before": 1 });
  expect(result.matched).toBe(1);
  expect(stays).toMatchObject({ status: 200 });
  expect(goes).toMatchObject({ status: 404 });
});
