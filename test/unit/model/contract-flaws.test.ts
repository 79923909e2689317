import { expect, test } from "vitest";
import {
  contract,
  contractFlaws,
  documented,
  existenceOf,
  fault,
  isMeantAsContract,
  keyOf,
  lastSuccessOf,
  recorded,
  success,
} from "../../../src/model/index.ts";

const right = {
  id: "s3/mine",
  says: "mine is mine",
  on: ["PutObject"],
  when: () => true,
  answer: fault(403, "AccessDenied"),
  evidence: recorded("our own account"),
  breaks: {},
  keeps: {},
};

const life = existenceOf({ name: "bucket", key: keyOf("Bucket"), made: ["CreateBucket"], removed: [] });

test.each([
  ["the least that one has to have", {}],
  [
    "all that one may have",
    {
      track: { made: lastSuccessOf("CreateBucket").on("Bucket"), life },
      asksFirst: true,
      answer: () => success(200, { headers: { etag: "1" }, body: "" }),
      evidence: documented("Put Object", "https://example.com", "Errors"),
      breaks: {
        operation: "PutObject",
        input: { Bucket: "a" },
        caller: "anonymous",
        after: [{ operation: "CreateBucket", input: { Bucket: "a" }, answered: { status: 200 } }],
        answered: { status: 200 },
        later: 1,
      },
    },
  ],
  ["one that looks at refusals", { asksFirst: "if-refused" }],
  ["one that looks at heads", { asksFirst: "head-only" }],
  ["what a contract has that is made already", contract(right)],
])("there is nothing wrong with %s", (_what, fields) => {
  expect(contractFlaws({ ...right, ...fields })).toEqual([]);
});

test.each<[object, string]>([
  [
    { id: undefined },
    "id: must be SERVICE/name, with one of azure-blob, azure-queue, azure-table, s3 and dynamodb, but is undefined",
  ],
  [{ id: "noservice" }, 'but is "noservice"'],
  [{ id: "s3/" }, 'but is "s3/"'],
  [{ says: undefined }, "says: must be a text, but is undefined"],
  [{ on: [] }, "on: must be a list of operations, as `touchstone operations` names them, but is a list"],
  [{ on: "PutObject" }, 'names them, but is "PutObject"'],
  [{ when: "yes" }, 'when: must be a function, but is "yes"'],
  [{ answer: 409 }, "answer: must be fault(…), success(…) or a function that gives one, but is 409"],
  [{ answer: { status: "409" } }, 'answer.status: must be a status such as 409, but is "409"'],
  [{ answer: { status: 409, cod: "Conflict" } }, "answer.cod: is not known; did you mean code?"],
  [{ evidence: undefined }, "evidence: must be recorded(…), documented(…) or inferred(…), but is undefined"],
  [
    { evidence: { kind: "rumour" } },
    'evidence.kind: must be one of recorded, documented, inferred, but is "rumour"',
  ],
  [{ evidence: { kind: "recorded" } }, "evidence.source: must be a text, but is undefined"],
  [{ asksFirst: "yes" }, 'asksFirst: must be true, false, "if-refused" or "head-only", but is "yes"'],
  [
    { track: { made: lastSuccessOf("CreateBucket") } },
    "track.made: must be a tracker, such as lastSuccessOf(…).on(…), but is an object",
  ],
  [{ breaks: undefined }, "breaks: must be an object, but is undefined"],
  [
    { keeps: { caller: "nobody" } },
    'keeps.caller: must be one of key, sas, token, anonymous, but is "nobody"',
  ],
  [{ breaks: { after: [{ input: {} }] } }, "breaks.after[0].operation: must be a text, but is undefined"],
  [{ asksfirst: true }, "asksfirst: is not known; did you mean asksFirst?"],
  [
    { colour: "red" },
    "colour: is not known; allowed: id, says, on, when, answer, evidence, breaks, keeps, track, asksFirst, service",
  ],
])("what is wrong with %j is told", (fields, flaw) => {
  expect(contractFlaws({ ...right, ...fields })).toEqual([expect.stringContaining(flaw)]);
});

test("a contract with mistakes is not made, and all of them are told", () => {
  const make = () => contract({ ...right, says: "", on: [] });

  expect(make).toThrow(
    expect.objectContaining({
      code: "TS_CONTRACT",
      message: "the contract s3/mine has 2 mistakes",
      hint: expect.stringMatching(/^says: .*\non: /),
    }),
  );
});

test("what has some of a contract's fields is meant to be one, and what only looks a little like it is not", () => {
  expect(isMeantAsContract({ id: "s3/mine", on: ["PutObject"], when: "yes" })).toBe(true);
  expect(isMeantAsContract(fault(409, "Conflict"))).toBe(false);
  expect(isMeantAsContract({ id: 1, on: true })).toBe(false);
  expect(isMeantAsContract(null)).toBe(false);
});
