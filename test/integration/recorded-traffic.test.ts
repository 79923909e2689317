import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { identify } from "../../src/clouds/index.ts";

const shared = process.env["TOUCHSTONE_SHARED"] ?? join(import.meta.dirname, "../../../shared");
const data = join(shared, "data");
const isThere = existsSync(join(data, "azurite-traffic")) && existsSync(join(data, "recordings"));

function filesIn(folder: string): [name: string, file: string][] {
  return globSync(join(data, folder, "*.jsonl.gz"))
    .toSorted()
    .map((file) => [basename(file), file]);
}

function linesOf<Line>(file: string): Line[] {
  const text = gunzipSync(readFileSync(file)).toString().trim();
  return text.split("\n").map((line) => JSON.parse(line) as Line);
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As Azurite's own log names it. */
  readonly operation: string;
}

/** What is not named as it should be, each way once. */
function misnamed(requests: readonly Sent[]): string[] {
  const mistakes = requests.flatMap((request) => {
    const { operation, reason } = identify(request);
    return operation === request.operation ? [] : [`${request.operation}: ${operation ?? reason}`];
  });
  return [...new Set(mistakes)];
}

function withoutHost({ headers: { host: _host, ...headers }, ...request }: Sent): Sent {
  return { ...request, headers };
}

describe.skipIf(!isThere)("recorded traffic (in data/ of the folder that TOUCHSTONE_SHARED names)", () => {
  test("there is traffic to name", () => {
    expect(filesIn("azurite-traffic")).not.toEqual([]);
    expect(filesIn("recordings")).not.toEqual([]);
  });

  test.each(isThere ? filesIn("azurite-traffic") : [])("%s is named as Azurite does", (_, file) => {
    const requests = linesOf<Sent>(file);

    expect(requests.length).toBeGreaterThan(0);
    expect(misnamed(requests)).toEqual([]);
    expect(misnamed(requests.map(withoutHost))).toEqual([]);
  });

  test.each(isThere ? filesIn("recordings") : [])("%s: every request is named", (_, file) => {
    const exchanges = linesOf<{
      exchanges: { method: string; url: string; requestHeaders: Sent["headers"] }[];
    }>(file).flatMap((line) => line.exchanges);

    const unnamed = exchanges.flatMap(({ method, url, requestHeaders: headers }) => {
      const { operation, reason } = identify({ method, url, headers });
      return operation === null ? [`${method} ${url}: ${reason}`] : [];
    });

    expect(exchanges.length).toBeGreaterThan(0);
    expect(unnamed).toEqual([]);
  });
});
