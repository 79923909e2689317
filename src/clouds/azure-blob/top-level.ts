import { recognizedPath } from "../shared/recognized-path.ts";
import { type AccountAnswer, changesBy, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { azureBlobRecognizer } from "./identify.ts";

const changes: TopLevel["changes"] = {
  Container_Create: "made",
  Container_Restore: "made",
  Container_Delete: "removed",
};

/** Containers. */
export const azureBlobTopLevel: TopLevel = {
  kind: "container",
  resource: "container",
  besides: { deletedContainer: "user" },
  // Blobs that are deleted stay for a while, or show as a web site.
  settings: "felt",
  changes,
  changeIn: changesBy(changes, (exchange) => recognizedPath(azureBlobRecognizer, exchange)[0]),
  look: (name) => ({ method: "HEAD", target: pathOf(name) }),
  async remove(send, name) {
    const container = pathOf(name);
    const answer = await send({ method: "DELETE", target: container });
    if (!isLeased(answer)) return whyLeft(answer);
    await send({
      method: "PUT",
      target: `${container}&comp=lease`,
      headers: [
        ["x-ms-lease-action", "break"],
        ["x-ms-lease-break-period", "0"],
      ],
    });
    return whyLeft(await send({ method: "DELETE", target: container }));
  },
};

function pathOf(container: string): string {
  return `/${encodeURIComponent(container)}?restype=container`;
}

function isLeased({ status, text }: AccountAnswer): boolean {
  return status === 412 && text.includes("LeaseIdMissing");
}
