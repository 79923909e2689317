import type { Exchange, TraceHeader } from "../../../../src/wire/index.ts";

export const exampleHeader: TraceHeader = {
  touchstone: "trace",
  version: 1,
  started: "2026-11-15T10:00:00.000Z",
  command: ["npm", "test"],
  targets: [{ name: "azure-blob", endpoint: "http://127.0.0.1:10000/devstoreaccount1" }],
};

/** An exchange as the proxy would write it, but for what is given. */
export function exampleExchange(given: Partial<Exchange> = {}): Exchange {
  return {
    id: 1,
    at: "2026-11-15T10:00:01.000Z",
    ms: 4.2,
    connection: 3,
    scheme: "http",
    by: { tier: 1, test: "photos.test.ts > adds", file: "photos.test.ts" },
    service: "azure-blob",
    operation: "Container_Create",
    request: {
      method: "PUT",
      target: "/devstoreaccount1/photos?restype=container",
      headers: [["Host", "127.0.0.1:10000"]],
    },
    response: { status: 201, reason: "Created", headers: [["ETag", '"0x1"']] },
    outcome: "complete",
    ...given,
  };
}
