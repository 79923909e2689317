import { nearest } from "./nearest.ts";
import { shown } from "./shown.ts";

/** What is wrong with a value, a line each that begins with its place. */
type Check = (value: unknown, at: string) => readonly string[];

type Checks = Readonly<Record<string, Check>>;

type Fields = Readonly<Record<string, unknown>>;

const text = must("a text", (value) => typeof value === "string" && value !== "");
const id = must(
  "SERVICE/name, with one of azure-blob, azure-queue, azure-table, s3 and dynamodb",
  (value) => typeof value === "string" && /^[^/]+\/[^/]/.test(value),
);
const operations = must(
  "a list of operations, as `touchstone operations` names them",
  (value) => isTexts(value) && value.length > 0,
);
const namedTexts = must("an object of texts", (value) => isFields(value) && isTexts(Object.values(value)));
const called = must("a function", isFunction);
const fields = must("an object", isFields);
const asksFirst = must(
  'true, false, "if-refused" or "head-only"',
  (value) => typeof value === "boolean" || value === "if-refused" || value === "head-only",
);
const milliseconds = must("a number of milliseconds", (value) => typeof value === "number");
const status = must(
  "a status such as 409",
  (value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599,
);
const callers = ["key", "sas", "token", "anonymous"];
const caller = must(`one of ${callers.join(", ")}`, (value) => callers.some((one) => one === value));

const trackers: Check = (value, at) =>
  isFields(value)
    ? Object.entries(value).flatMap(([name, one]) => tracker(one, `${at}.${name}`))
    : fields(value, at);

/** One of somebody's own may be of a class, and have more. */
const tracker = must(
  "a tracker, such as lastSuccessOf(…).on(…)",
  (value) =>
    isFields(value) &&
    typeof value["name"] === "string" &&
    isTexts(value["operations"]) &&
    isFunction(value["key"]) &&
    isFunction(value["next"]),
);

const answerObject = object(
  { status },
  { code: text, message: text, details: namedTexts, headers: namedTexts, body: must("a text", isText) },
);
const answer: Check = (value, at) => {
  if (isFunction(value)) return [];
  return isFields(value)
    ? answerObject(value, at)
    : [`${at}: must be fault(…), success(…) or a function that gives one, but is ${shown(value)}`];
};

const kinds = new Map<unknown, Check>([
  ["recorded", object({ kind: text, source: text })],
  ["documented", object({ kind: text, page: text, url: text }, { at: text })],
  ["inferred", object({ kind: text, why: text })],
]);
const evidence: Check = (value, at) => {
  if (!isFields(value)) {
    return [`${at}: must be recorded(…), documented(…) or inferred(…), but is ${shown(value)}`];
  }
  const known = kinds.get(value["kind"]);
  return known === undefined
    ? [`${at}.kind: must be one of ${[...kinds.keys()].join(", ")}, but is ${shown(value["kind"])}`]
    : known(value, at);
};

const steps = listOf(object({ operation: text }, { input: fields, answered: fields }));
const example = object(
  {},
  { operation: text, input: fields, caller, after: steps, answered: fields, later: milliseconds },
);

const required: Checks = {
  id,
  says: text,
  on: operations,
  when: called,
  answer,
  evidence,
  breaks: example,
  keeps: example,
};

/** The service is told by the id; a contract that is made of another has it already. */
const written = object(required, { track: trackers, asksFirst, service: text });

/**
 * What is wrong with a contract as it is written down, a line each: files in JavaScript are held to no types, and those in
 * TypeScript are run without being checked.
 */
export function contractFlaws(value: unknown): readonly string[] {
  return isFields(value) ? written(value, "") : [`must be an object, but is ${shown(value)}`];
}

/** Whether something is meant to be a contract: it has some of what only a contract has together. */
export function isMeantAsContract(value: unknown): value is object {
  return isFields(value) && Object.keys(required).filter((name) => name in value).length >= 3;
}

function must(be: string, is: (value: unknown) => boolean): Check {
  return (value, at) => (is(value) ? [] : [`${at}: must be ${be}, but is ${shown(value)}`]);
}

/** An object with all of some fields, perhaps some of others, and no more. */
function object(needed: Checks, optional: Checks = {}): Check {
  const known = { ...needed, ...optional };
  return (value, at) => {
    if (!isFields(value)) return fields(value, at);
    const beneath = at === "" ? "" : `${at}.`;
    const wrong = Object.entries(known).flatMap(([name, check]) =>
      value[name] === undefined && !Object.hasOwn(needed, name) ? [] : check(value[name], beneath + name),
    );
    const strangers = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
    return [
      ...wrong,
      ...strangers.map((name) => `${beneath}${name}: ${unknownField(name, Object.keys(known))}`),
    ];
  };
}

function unknownField(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined
    ? `is not known; allowed: ${known.join(", ")}`
    : `is not known; did you mean ${meant}?`;
}

function listOf(check: Check): Check {
  const list = must("a list", Array.isArray);
  return (value, at) =>
    Array.isArray(value) ? value.flatMap((one, index) => check(one, `${at}[${index}]`)) : list(value, at);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
