import { type Answered, interfaceOf, isSuccess, readAnswer, type ServiceName } from "../../clouds/index.ts";
import { type Operation, valuesAt } from "../../model/index.ts";

/**
 * The first value that a success gives at a place as `produces` names it; nothing if it gives none.
 *
 * @example
 * answerValue("azure-queue", operationOf("azure-queue", "Messages_Enqueue"), answer, "body [].PopReceipt");
 */
export function answerValue(
  service: ServiceName,
  operation: Operation,
  answer: Answered,
  at: string,
): unknown {
  if (!isSuccess(answer)) return undefined;
  const [where, path = ""] = at.split(/ (.*)/s);
  if (where === "header") return given(answer.headers[path.toLowerCase()]);
  return valuesAt(answerBody(service, operation, answer), path)
    .map(given)
    .find(isThere);
}

/** A marker that says nothing marks nothing. */
function given(value: unknown): unknown {
  return value === "" ? undefined : value;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const bodies = new WeakMap<Answered, { readonly body: unknown }>();

/** The body of a success as {@link readAnswer} reads it: once, however often it is asked for. */
export function answerBody(service: ServiceName, operation: Operation, answer: Answered): unknown {
  const known = bodies.get(answer);
  if (known !== undefined) return known.body;
  const body = readAnswer(operation, answer.body, interfaceOf(service).types);
  bodies.set(answer, { body });
  return body;
}
