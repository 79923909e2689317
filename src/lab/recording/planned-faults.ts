import { randomUUID } from "node:crypto";
import { faultAnswer, isServiceName } from "../../clouds/index.ts";
import type { FaultInjector, PlannedFault, ProxySettings } from "../../wire/index.ts";

/** What a fault plan does to requests, with the answers of the services themselves. */
export function plannedFaults(injector: FaultInjector): NonNullable<ProxySettings["fault"]> {
  return ({ service, operation }, request): PlannedFault | undefined => {
    if (service === null || !isServiceName(service)) return undefined;
    const injected = injector.next({ service, operation: operation ?? "unknown" });
    if (injected === undefined) return undefined;
    const { kind, label, delayMs } = injected;
    const common = { label, ...(delayMs !== undefined && { delayMs }) };
    if (kind === "delay" || kind === "lost-answer" || kind === "reset") return { ...common, kind };
    const answer = faultAnswer(service, kind, {
      ...request,
      operation: operation ?? "unknown",
      requestId: randomUUID(),
    });
    return { ...common, kind: "answer", answer };
  };
}
