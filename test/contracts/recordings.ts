import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  contractsOf,
  defaultWindows,
  ExchangeJudge,
  identify,
  type ServiceName,
} from "../../src/clouds/index.ts";
import { sharedPath } from "./shared-folder.ts";

interface RecordedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: unknown;
}

/** An exchange with the real Azure, and what our contracts say of it. */
export interface JudgedExchange {
  readonly service: ServiceName;
  /** The file that it is in: `test_container.pyTestStorageContainertest_create_container.json`. */
  readonly recording: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly verdicts: ReturnType<ExchangeJudge["judge"]>;
}

const files: readonly (readonly [ServiceName, string])[] = [
  ["azure-blob", "py-blob"],
  ["azure-queue", "py-queue"],
  ["azure-table", "py-tables"],
];

/** All exchanges that the tests of Azure's SDK for Python have recorded, judged one recording after the other. */
export function* judgedExchanges(): Generator<JudgedExchange> {
  const folder = sharedPath("data/recordings");
  for (const [service, name] of files) {
    const text = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`))).toString("utf8");
    for (const line of text.split("\n").filter((one) => one !== "")) {
      const { recording, exchanges } = JSON.parse(line) as {
        readonly recording: string;
        readonly exchanges: readonly RecordedExchange[];
      };
      // Cosmos answers as tables do, and is another service.
      if (/cosmos/i.test(recording)) continue;
      yield* judged(service, recording.split("/").at(-1) ?? "", exchanges);
    }
  }
}

function* judged(
  service: ServiceName,
  recording: string,
  exchanges: readonly RecordedExchange[],
): Generator<JudgedExchange> {
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
    const { operation } = identify({ method, url, headers: requestHeaders }, { services: [service] });
    if (operation === null) continue;
    const answer = textOf(responseBody);
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
      response: { status, headers: Object.entries(responseHeaders), body: { text: answer } },
    });
    yield {
      service,
      recording,
      operation,
      status,
      code: responseHeaders["x-ms-error-code"] ?? codeIn(answer),
      verdicts,
    };
  }
}

function codeIn(text: string): string | undefined {
  return /<(?:m:)?[Cc]ode>([^<]+)|"code":\s*"([^"]+)/
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);
}

function textOf(body: unknown): string {
  if (body === null || body === undefined) return "";
  if (Array.isArray(body)) return body.join("");
  return typeof body === "string" ? body : JSON.stringify(body);
}
