import { azureRewriter, dynamodbRewriter, type ServiceName, s3Rewriter } from "../../clouds/index.ts";
import { Names, type Rewriter } from "../../wire/index.ts";
import type { Reachable } from "../targets/environment.ts";

/**
 * Programs that know only a cloud's own hosts send to accounts which no emulator has. This brings such requests to the
 * account that the target does have, names and all; a target whose credentials nobody knows gets them as they are.
 */
export function homecoming(reachable: readonly Reachable[]): (service: ServiceName) => Rewriter | undefined {
  const names = new Names({ areKept: true });
  const made = new Map<ServiceName, Rewriter | undefined>();
  return (service) => {
    if (!made.has(service)) {
      const target = reachable.find((one) => one.service === service);
      made.set(service, target === undefined ? undefined : rewriterTo(target, names));
    }
    return made.get(service);
  };
}

function rewriterTo(
  { service, endpoint, plainEndpoint, credentials }: Reachable,
  names: Names,
): Rewriter | undefined {
  if (credentials === undefined) return undefined;
  const there = plainEndpoint ?? endpoint;
  if (service !== "s3" && service !== "dynamodb") {
    return azureRewriter({
      service,
      account: credentials.id,
      credential: { key: credentials.secret },
      endpoint: there,
      names,
    });
  }
  const signer = { accessKeyId: credentials.id, secretAccessKey: credentials.secret };
  const options = { region: "us-east-1", endpoint: there, credentials: () => Promise.resolve(signer), names };
  return service === "s3" ? s3Rewriter(options) : dynamodbRewriter(options);
}
