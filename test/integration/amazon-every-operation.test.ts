import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dynamodbRewriter, type ServiceName, s3Rewriter } from "../../src/clouds/index.ts";
import { Names, type Rewriter } from "../../src/wire/index.ts";
import { credentials, key, region } from "./amazon/applications.ts";
import { type Arrival, forwarder, type Gate, gate, type TestServer } from "./amazon/servers.ts";
import { type SdkCalls, sdkCallsOf } from "./sdk-calls.ts";

interface Suite {
  readonly service: ServiceName & ("s3" | "dynamodb");
  readonly calls: SdkCalls;
  readonly rewriter: (endpoint: string) => Rewriter;
  /** The operations that stay here. */
  readonly unsent: readonly string[];
  /** Where a name of the application has gone through. */
  readonly leak: RegExp;
}

const account = { region, credentials };
const suites: readonly Suite[] = [
  {
    service: "s3",
    calls: sdkCallsOf("s3"),
    rewriter: (endpoint) => s3Rewriter({ ...account, endpoint, names: new Names() }),
    unsent: ["CreateSession", "ListDirectoryBuckets", "RenameObject", "WriteGetObjectResponse"],
    leak: /touchstone-(?:bucket|target)(?!-ts)/,
  },
  {
    service: "dynamodb",
    calls: sdkCallsOf("dynamodb"),
    rewriter: (endpoint) => dynamodbRewriter({ ...account, endpoint, names: new Names() }),
    unsent: [],
    leak: /"(?:Global|Source|Target)?Table(?:Name|Arn)":"[^"]*touchstone"|:table\/touchstone(?!-ts)|FROM "touchstone"|"S3Bucket":"touchstone"/,
  },
];

describe.each(suites)("$service", ({ service, calls, rewriter, unsent, leak }) => {
  let there: Gate;
  let proxy: TestServer;
  beforeAll(async () => {
    there = await gate({ expected: { key, region, service }, behind: () => ({ body: "" }) });
    proxy = await forwarder(rewriter(there.origin));
  });
  beforeEach(() => {
    there.arrivals.length = 0;
  });
  afterAll(() => {
    proxy.close();
    there.close();
  });

  test.each(Object.entries(calls))("%s is accepted there under other names", async (operation, call) => {
    await call(proxy.origin);

    if (unsent.includes(operation)) return expect(there.arrivals).toEqual([]);
    const [arrival] = there.arrivals;
    expect(arrival).toBeDefined();
    expect(arrival?.refused).toBeUndefined();
    expect(leak.exec(wholeOf(arrival))?.[0]).toBeUndefined();
  });
});

function wholeOf(arrival: Arrival | undefined): string {
  return `${arrival?.target} ${arrival?.rawHeaders.join(" ")} ${arrival?.body.toString("latin1")}`;
}
