import { setTimeout as pause } from "node:timers/promises";
import { type CallResult, isSuccess, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Operation } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import type { Side, Stage } from "../sides/side.ts";
import { answerValue } from "./answer-values.ts";

/** Milliseconds between two looks at a table; on the cloud each is paid for. */
const intervals = { cloud: 1_000, elsewhere: 25 };

/** Whether a table that an operation makes or changes may not be usable at once. */
export function hasToSettle(service: ServiceName, { asynchronous }: Operation): boolean {
  return service === "dynamodb" && asynchronous;
}

/**
 * Waits until a table that is being made or changed can be used: how long that takes says nothing about what it does
 * then. What is being deleted is not waited for, since what can be done meanwhile is behaviour.
 */
export async function settle(
  side: Pick<Side, "kind">,
  stage: Stage,
  names: readonly string[],
  result: CallResult,
): Promise<void> {
  if (result.kind !== "answered" || !isSuccess(result)) return;
  const isCloud = side.kind === "cloud";
  const interval = isCloud ? intervals.cloud : intervals.elsewhere;
  const looks = (isCloud ? 60_000 : 5_000) / interval;
  await allEnded(names.map((name) => untilUsable(stage, name, { looks, interval })));
}

async function untilUsable(
  stage: Stage,
  TableName: string,
  { looks, interval }: { readonly looks: number; readonly interval: number },
): Promise<void> {
  const describe = operationOf("dynamodb", "DescribeTable");
  for (let look = 0; look < looks; look++) {
    const result = await stage.call("owner", describe.name, { TableName });
    if (result.kind !== "answered") return;
    const status = answerValue("dynamodb", describe, result, "body Table.TableStatus");
    if (status !== "CREATING" && status !== "UPDATING") return;
    await pause(interval);
  }
}
