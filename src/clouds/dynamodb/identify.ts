import { domain, localStackDomain, region } from "../shared/amazon-hosts.ts";
import type { Recognizer } from "../shared/recognizer.ts";
import type { WireRequest } from "../shared/wire-request.ts";
import { targetPrefix } from "./call.ts";
import { dynamodb } from "./interface.ts";

const byName = new Map(dynamodb.operations.map((operation) => [operation.name, operation]));

/** Targets that look like DynamoDB's and are not of this interface. */
const strangers = new Map([
  ["DynamoDBStreams_20120810", "is of DynamoDB Streams, a service of its own"],
  ["DynamoDB_20111205", "is of DynamoDB's API of 2011, which came before this one"],
]);

export const dynamodbRecognizer: Recognizer = {
  readings: ({ path }) => [path],
  recognize(request) {
    const { service, name } = targetOf(request);
    return service === targetPrefix && request.method === "POST" ? byName.get(name) : undefined;
  },
  whyNot(request) {
    const { target, service, name } = targetOf(request);
    if (target === "") return "it has no X-Amz-Target, and that is what names DynamoDB's operations";
    if (service !== targetPrefix) {
      return `its X-Amz-Target ${target} ${strangers.get(service) ?? "is none of DynamoDB's"}`;
    }
    return request.method === "POST"
      ? `no operation of dynamodb is named ${name}`
      : `DynamoDB's operations are POST requests, and this is ${request.method}`;
  },
};

/** The two sides of a target: the service with its version, and the operation. */
function targetOf({ headers }: WireRequest): { target: string; service: string; name: string } {
  const target = headers["x-amz-target"]?.trim() ?? "";
  const dot = target.indexOf(".");
  return { target, service: target.slice(0, Math.max(dot, 0)), name: target.slice(dot + 1) };
}

const endpoint = "(?:streams[.-]|search-)?dynamodb(?:-fips)?";

const hostForms = [
  `${endpoint}(?:\\.${region})?\\.${domain}`,
  `vpce-[a-z0-9-]+\\.${endpoint}\\.${region}\\.vpce\\.${domain}`,
  `\\d{12}\\.(?:streams-|search-)?ddb(?:-fips)?\\.${region}\\.${domain}`,
  `${endpoint}(?:\\.${region})?\\.(?:localhost|${localStackDomain})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Whether a host, without its port, is one of DynamoDB's own: of a region, with or without FIPS, of a private
 * network, of one account, or LocalStack's. Hosts of streams and of vector search are among them.
 *
 * @example isDynamodbHost("123456789012.ddb.eu-west-1.amazonaws.com"); // true
 */
export function isDynamodbHost(host: string): boolean {
  const lower = host.toLowerCase();
  return hostForms.some((form) => form.test(lower));
}
