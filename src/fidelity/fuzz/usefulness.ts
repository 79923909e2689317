import { hash } from "node:crypto";
import { type Answered, interfaceOf, isSuccess, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import { type Operation, TouchstoneError, validate } from "../../model/index.ts";
import { cutText } from "../cut-text.ts";
import { refusesCaller } from "../findings/answers.ts";
import { outcomeText } from "../findings/identity.ts";
import { messageOf, outcomeOf } from "../oracle/outcome.ts";
import { answerBody } from "../pair/answer-values.ts";
import type { Which } from "../pair/pair.ts";
import type { Outcome, PerformedStep } from "../pair/performed.ts";

/** With fewer operations and answers than these, nothing is concluded about a side. */
const fewest = { operations: 4, answers: 20 };

/** Characters of what is quoted. */
const longest = 160;

/** An answer, and how often it was given. */
interface Given {
  readonly outcome: Outcome;
  readonly message: string | null;
  readonly count: number;
}

/** What one side has answered so far. */
class Heard {
  readonly operations = new Set<string>();
  /** By status, code and body. */
  readonly answers = new Map<string, Given>();
  /** Something was done as the interface says. */
  hasServed = false;
}

/**
 * Watches whether both sides serve the service at all: if one answers the same to everything, because of a wrong key or because another
 * kind of server is at its address, every finding would only repeat that.
 */
export class Usefulness {
  readonly #service: ServiceName;
  readonly #heard: Readonly<Record<Which, Heard>> = { emulator: new Heard(), reference: new Heard() };

  constructor(service: ServiceName) {
    this.#service = service;
  }

  note(sequence: Sequence, steps: readonly PerformedStep[]): void {
    for (const [at, { emulator, reference }] of steps.entries()) {
      const { operation: name = "" } = sequence[at] ?? {};
      const operation = operationOf(this.#service, name);
      if (emulator.kind === "answered") this.#hear(this.#heard.emulator, operation, emulator);
      if (reference.kind === "answered") this.#hear(this.#heard.reference, operation, reference);
    }
  }

  /** Fails where a side was of no use so far. */
  require(): void {
    const { emulator, reference } = this.#heard;
    // If both sides only ever give one and the same answer, and it is right somewhere, their states may still tell them apart.
    const isOneAnswer = new Set([...emulator.answers.keys(), ...reference.answers.keys()]).size === 1;
    if (isOneAnswer && (emulator.hasServed || reference.hasServed)) return;
    for (const which of ["emulator", "reference"] as const) {
      const { operations, answers, hasServed } = this.#heard[which];
      const [most] = [...answers.values()].toSorted((a, b) => b.count - a.count);
      const count = answers.values().reduce((sum, given) => sum + given.count, 0);
      if (operations.size < fewest.operations || count < fewest.answers || most === undefined) continue;
      if (answers.size === 1) throw useless(`the ${which} answers every call with ${told(most)}`, most);
      if (!hasServed) {
        throw useless(
          `the ${which} has done nothing that it was asked; most often it answers ${told(most)}`,
          most,
        );
      }
    }
  }

  #hear(heard: Heard, operation: Operation, answer: Answered): void {
    // A side that has served once is useful; and the answer to a HEAD has no body to judge by.
    if ((heard.hasServed && heard.answers.size > 1) || operation.http.method === "HEAD") return;
    const outcome = outcomeOf(answer);
    const key = JSON.stringify([outcome, isSuccess(outcome) ? hash("sha256", answer.body) : ""]);
    const count = (heard.answers.get(key)?.count ?? 0) + 1;
    heard.answers.set(key, { outcome, message: messageOf(answer), count });
    heard.operations.add(operation.name);
    heard.hasServed ||= isSuccess(outcome) && this.#fits(operation, answer);
  }

  /** Whether a success is one by the interface; any bytes can be what somebody has put there. */
  #fits(operation: Operation, answer: Answered): boolean {
    const { body, status, alsoStatus } = operation.output;
    if (![status, ...alsoStatus].includes(answer.status) || body.kind === "bytes") return false;
    // An HTML page can be parsed as a document that simply has none of the optional fields.
    if (/\bhtml\b/i.test(answer.headers["content-type"] ?? "")) return false;
    if (body.kind === "void") return answer.body.length === 0;
    const { types } = interfaceOf(this.#service);
    return validate(body, answerBody(this.#service, operation, answer), types).length === 0;
  }
}

function told({ outcome, message }: Given): string {
  const [line = ""] = (message ?? "").split(/[\r\n]/);
  return line === "" ? outcomeText(outcome) : `${outcomeText(outcome)}: ${cutText(line, longest)}`;
}

function useless(message: string, { outcome }: Given): TouchstoneError {
  return new TouchstoneError("TS_TARGET_USELESS", message, {
    hint: refusesCaller(outcome)
      ? "Nothing is measured, and nothing was kept. Check the key: S3 and DynamoDB at a URL are asked with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (s3rver takes S3RVER for both), Azure with the key of devstoreaccount1, the cloud with that of the config."
      : "Nothing is measured, and nothing was kept. Check that the service to be tested answers at that address, and not a proxy or another server.",
  });
}
