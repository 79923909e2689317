import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  contractsOf,
  defaultWindows,
  ExchangeJudge,
  identify,
  type ServiceName,
} from "../../src/clouds/index.ts";

/**
 * Judges what the real Azure answered, as the tests of its SDK for Python have recorded it, by our contracts: one that the
 * cloud itself breaks is wrong. The recordings are no part of this repository: TOUCHSTONE_SHARED names their folder.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/against-recordings.ts
 */
const folder = join(process.env["TOUCHSTONE_SHARED"] ?? "", "data/recordings");
if (!existsSync(folder)) {
  console.error("TOUCHSTONE_SHARED names no folder with data/recordings");
  process.exit(2);
}

interface RecordedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: unknown;
}

function textOf(body: unknown): string {
  if (body === null || body === undefined) return "";
  if (Array.isArray(body)) return body.join("");
  return typeof body === "string" ? body : JSON.stringify(body);
}

const files: readonly (readonly [ServiceName, string])[] = [
  ["azure-blob", "py-blob"],
  ["azure-queue", "py-queue"],
  ["azure-table", "py-tables"],
];

let count = 0;
let spoken = 0;
let wrong = 0;
for (const [service, name] of files) {
  const text = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`))).toString("utf8");
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const { recording, exchanges } = JSON.parse(line) as {
      readonly recording: string;
      readonly exchanges: readonly RecordedExchange[];
    };
    // Cosmos answers as tables do, and is another service.
    if (/cosmos/i.test(recording)) continue;
    const judge = new ExchangeJudge(contractsOf(service), { windows: defaultWindows, knowsAll: false });
    for (const {
      method,
      url,
      requestHeaders,
      requestBody,
      status,
      responseHeaders,
      responseBody,
    } of exchanges) {
      count++;
      const { operation } = identify({ method, url, headers: requestHeaders }, { services: [service] });
      if (operation === null) continue;
      const verdicts = judge.judge({
        at: new Date(responseHeaders["Date"] ?? responseHeaders["date"] ?? 0).toISOString(),
        service,
        operation,
        request: {
          method,
          target: url,
          headers: Object.entries(requestHeaders),
          body: { text: textOf(requestBody) },
        },
        response: { status, headers: Object.entries(responseHeaders), body: { text: textOf(responseBody) } },
      });
      spoken += verdicts.length;
      for (const { contract, isKept, expected, answered } of verdicts) {
        if (isKept) continue;
        wrong++;
        console.log(
          `${contract.id} (${contract.evidence.kind}) says ${expected.status} ${expected.code ?? ""}, and Azure answered ${answered.status} ${answered.code ?? ""} to ${operation} in ${recording.split("/").at(-1)}`,
        );
      }
    }
  }
}
console.log(`${count} exchanges: contracts spoke of ${spoken}, and the cloud broke ${wrong}`);
process.exitCode = wrong > 0 ? 1 : 0;
