import { isSuccess } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import type { Interface, Operation, Problem } from "../../model/index.ts";
import { cutText } from "../cut-text.ts";
import type { Discrepancy } from "../pair/performed.ts";
import {
  hasFailedInside,
  isBare,
  missingKind,
  refusesCaller,
  refusesValue,
  type Said,
  saysMissing,
  saysUnderWay,
  saysUnknown,
} from "./answers.ts";
import { brokenBy, samePath } from "./broken.ts";
import type { CauseEvidence, RootCause } from "./finding.ts";
import { type Case, outcomeText } from "./identity.ts";
import { Past } from "./past.ts";
import { earlierChange } from "./under-way.ts";

/** Characters of what is quoted. */
const longest = 120;

/** What the rules look at. */
interface Facts {
  readonly found: Case;
  readonly described: Interface;
  readonly step: Step;
  readonly operation: Operation | undefined;
  readonly discrepancy: Discrepancy;
  readonly emulator: Said;
  readonly reference: Said;
  readonly broken: readonly Problem[];
  readonly dependsOnTime: boolean;
}

/** A cause, and when it is believed: the sentence that says why. */
type Rule = readonly [cause: RootCause, because: (facts: Facts) => string | false | undefined];

/** In their order: the first that has something to say is right. */
const rules: readonly Rule[] = [
  ["crash", processEnded],
  [
    "service-bug",
    ({ reference }) =>
      hasFailedInside(reference) && !saysUnknown(reference) && `the reference failed: ${saying(reference)}`,
  ],
  ["unimplemented", notImplemented],
  [
    "emulator-bug",
    ({ emulator }) => hasFailedInside(emulator) && `the emulator failed inside: ${saying(emulator)}`,
  ],
  ["authorisation", aboutTheCaller],
  ["asynchrony", underWay],
  ["null-reference", aboutWhatIsNotThere],
  ["error-response", bothRefuse],
  ["value-constraint", aboutTheValue],
];

/** The cause that the evidence speaks for. */
export function causeOf(found: Case, described: Interface, dependsOnTime = false): CauseEvidence {
  const { sequence, discrepancy } = found;
  const step = sequence[discrepancy.step];
  if (step === undefined) return { cause: "emulator-bug", because: "the two sides differ" };
  const facts: Facts = {
    found,
    described,
    step,
    operation: described.operations.find(({ name }) => name === step.operation),
    discrepancy,
    emulator: { ...discrepancy.emulator, message: discrepancy.messages.emulator },
    reference: { ...discrepancy.reference, message: discrepancy.messages.reference },
    broken: brokenBy(step, described),
    dependsOnTime,
  };
  for (const [cause, because] of rules) {
    const sentence = because(facts);
    if (typeof sentence === "string") return { cause, because: sentence };
  }
  return { cause: "emulator-bug", because: whatDiffers(facts) };
}

function processEnded({ discrepancy: { died, differences } }: Facts): string | undefined {
  if (died === undefined) return undefined;
  const isHung = differences.some((one) => one.place === "process" && one[died] === "hung");
  return isHung ? `the ${died} answered nothing any more` : `the process of the ${died} ended`;
}

function notImplemented(facts: Facts): string | false {
  const { emulator, reference } = facts;
  if (saysUnknown(reference) && isBare(emulator)) return false;
  if (!saysUnknown(reference) && isAtALoss(facts)) {
    return `the emulator answers ${outcomeText(emulator)} and not a word, though nothing is wrong with the call`;
  }
  if (saysUnknown(emulator)) {
    const both = saysUnknown(reference) ? `, and so does the reference: ${outcomeText(reference)}` : "";
    return `the emulator says that it has no such ${whatIsLacking(emulator)}: ${saying(emulator)}${both}`;
  }
  return (
    saysUnknown(reference) &&
    `the reference has no such ${whatIsLacking(reference)}, and so cannot say what is right: ${saying(reference)}`
  );
}

/** Who has the operation may still lack what one of its parameters asks for. */
function whatIsLacking({ code, message }: Said): "feature" | "operation" {
  return /^feature/i.test(code ?? "") || /\bfeature is not\b/i.test(message ?? "") ? "feature" : "operation";
}

/** Whether the emulator answers as one does who cannot tell what is asked; the answers to HEAD are mute by nature. */
function isAtALoss({ step, operation, emulator, reference, broken }: Facts): boolean {
  const isFlawed = broken.length > 0 || step.tries.kind === "breaks" || step.tries.kind === "mutated";
  const isAsked = step.caller === "owner" && !isFlawed && operation?.http.method !== "HEAD";
  return isAsked && isBare(emulator) && !isBare(reference);
}

function aboutTheCaller({ step, emulator, reference }: Facts): string | false {
  if (step.tries.kind === "denied" && step.caller !== "policy-sas") {
    return "a policy that was set before denies the call";
  }
  if (step.caller !== "owner") return `the call is made with ${callers[step.caller]}`;
  const refusing = [emulator, reference].find(refusesCaller);
  return refusing !== undefined && `the answer is about who may call: ${saying(refusing)}`;
}

const callers: Readonly<Record<Exclude<Step["caller"], "owner">, string>> = {
  anonymous: "no credentials",
  "wrong-key": "a wrong key",
  "expired-sas": "an expired shared access signature",
  "weak-sas": "a shared access signature that does not grant it",
  "policy-sas": "a shared access signature by a stored access policy",
};

function underWay({ found, described, emulator, reference, dependsOnTime }: Facts): string | false {
  const said = [emulator, reference].find(saysUnderWay);
  if (said !== undefined) return `something is still under way: ${saying(said)}`;
  const change = earlierChange(found, described);
  if (change === undefined || isSuccess(emulator) === isSuccess(reference)) {
    return change !== undefined && dependsOnTime && `${change.operation} goes on after its answer`;
  }
  const isWaitedFor = change.kind === "makes" && (saysMissing(emulator) || saysMissing(reference));
  return (
    (change.kind === "removes" || isWaitedFor || dependsOnTime) &&
    `${change.operation} goes on after its answer`
  );
}

function aboutWhatIsNotThere(facts: Facts): string | false {
  const { step, emulator, reference, broken } = facts;
  if (step.tries.kind === "dangling") return `the ${step.tries.resource} ${absences[step.tries.why]}`;
  // An impossible name is no name of something that is missing.
  if (broken.length > 0 || hasLostWhatWasMade(facts)) return false;
  const missing = [emulator, reference].find(saysMissing);
  return missing !== undefined && `something was never made or set: ${saying(missing)}`;
}

/** Whether the emulator alone misses what a step before has made, and no step has removed. */
function hasLostWhatWasMade({ found, described, operation, emulator, reference }: Facts): boolean {
  const kind = missingKind(emulator);
  const resource = Object.keys(operation?.consumes ?? {}).find((one) => one.toLowerCase() === kind);
  if (resource === undefined || saysMissing(reference)) return false;
  return new Past(found.sequence, described).fateOf(resource, found.discrepancy.step) === "made";
}

const absences = {
  "never-made": "was never made",
  deleted: "was deleted before",
  "another-kind": "is of another kind",
} as const;

function bothRefuse(facts: Facts): string | false {
  const { emulator, reference } = facts;
  if (isSuccess(emulator) || isSuccess(reference)) return false;
  const broken = brokenRefinement(facts);
  return `both refuse, with ${saidShortly(emulator, reference)}${broken === undefined ? "" : `; ${broken}`}`;
}

function aboutTheValue(facts: Facts): string | false {
  const { step, emulator, reference } = facts;
  const broken = brokenRefinement(facts);
  if (broken !== undefined) return broken;
  if (isSuccess(emulator) === isSuccess(reference)) return false;
  const { tries } = step;
  if (tries.kind === "mutated") return `${tries.path} was changed (${tries.how}), and one side refuses it`;
  const refusing = isSuccess(emulator) ? reference : emulator;
  const who = refusing === emulator ? "the emulator" : "the reference";
  return refusesValue(refusing) && `${who} refuses values that the interface allows: ${saying(refusing)}`;
}

/** Which refinement is broken: as the value stands now, whatever was tried with it at first. */
function brokenRefinement({ step, broken }: Facts): string | undefined {
  const { tries } = step;
  const tried = tries.kind === "breaks" ? tries : undefined;
  const named = broken.find(({ path }) => tried !== undefined && samePath(path, tried.path));
  if (tried !== undefined && named !== undefined) {
    return `${tried.refinement} of ${named.path} is broken: it ${cutText(named.message, longest)}`;
  }
  const [problem] = broken;
  if (problem !== undefined) return `${problem.path} ${cutText(problem.message, longest)}`;
  return tried === undefined ? undefined : `${tried.refinement} of ${tried.path} is broken`;
}

function whatDiffers({ emulator, reference, discrepancy, step }: Facts): string {
  if (isSuccess(emulator) && isSuccess(reference)) {
    const [first] = discrepancy.differences;
    return first === undefined ? "both succeeded" : `both succeeded, and ${first.place} differs`;
  }
  const refusing = isSuccess(emulator) ? reference : emulator;
  const who = refusing === emulator ? "emulator" : "reference";
  const nothing = step.tries.kind === "valid" ? ", though nothing is wrong with the call" : "";
  return `only the ${who} refuses${nothing}: ${saying(refusing)}`;
}

function saidShortly(emulator: Said, reference: Said): string {
  const [one, other] = [outcomeText(emulator), outcomeText(reference)];
  return one === other ? `${one}, and differ elsewhere` : `${one} and ${other}`;
}

function saying(said: Said): string {
  const [line = ""] = (said.message ?? "").split(/[\r\n]/);
  const short = cutText(line, longest);
  return short === "" ? outcomeText(said) : `${outcomeText(said)} (${short})`;
}
