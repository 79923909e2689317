import { expect, test } from "vitest";
import { javaIsThere } from "../integration/java.ts";
import { startLab } from "../integration/recording.ts";
import { byTest, ExampleCopy, sentBy } from "./hybrid-example.ts";

if (!javaIsThere) console.warn("skipped: DynamoDB Local needs Java 17 or newer, which is not there");

const command = ["node", "--test", "test/*.test.ts"];
const unsafe = [
  "a seat > is taken by somebody",
  "a seat > may be for nobody yet",
  "a seat > keeps the order of wishes",
  "seats > cannot be taken together",
  "seats > of all rows are found by no letter",
  "seats > are found for a coach of guests",
  "a reservation > loses every other guest",
];
const falseAlarms = [
  "a seat > is taken by whom the service names",
  "a seat > must be for somebody",
  "a seat > sorts the wishes",
  "seats > are taken together",
  "seats > are not found by no letter",
  "a reservation > loses its first two guests",
];
const differing = [
  "a seat > is taken once",
  "a seat > can be free",
  "seats > are found by row",
  "a reservation > gets another guest",
];
const agreeing = "a theatre that never opened has no seats";
const silent = ["a reservation > is printed", "a theatre is its table alone"];
/** Those that use what the config lists: transactions, updates and queries. */
const listed = [
  "seats > are taken together",
  "seats > cannot be taken together",
  "seats > of all rows are found by no letter",
  "seats > are not found by no letter",
  "a reservation > loses its first two guests",
  "a reservation > loses every other guest",
];

/** The plan as an object from tests to a verdict. */
function all<Verdict>(tests: readonly string[], verdict: Verdict): Record<string, Verdict> {
  return Object.fromEntries(tests.map((id) => [id, verdict]));
}

test.runIf(javaIsThere)(
  "dynalite's differences from DynamoDB Local are judged right",
  { timeout: 240_000 },
  async () => {
    const standIn = await startLab(["dynamodb-local"]);
    const copy = new ExampleCopy("dynamodb", {
      THEATRE_ENDPOINT: standIn.targets[0]?.endpoint,
      THEATRE_KEY_ID: "AKIATHEATRE000000000",
      THEATRE_SECRET: "a secret of the theatre's that nobody checks",
    });

    const first = await copy.run(command, "--policy", "monitor");
    copy.edit("test/closed.test.ts", "const ruin", "// It burned down.\nconst ruin");
    const decided = (policy: string) => copy.run(command, "--policy", policy, "--dry-run");
    const [monitored, byList] = await Promise.all([decided("monitor"), decided("api")]);

    expect(byTest(first, ({ verdict }) => verdict)).toEqual({
      ...all(unsafe, "unsafe"),
      ...all(falseAlarms, "false alarm"),
      ...all(differing, "differs"),
      [agreeing]: "agrees",
      ...all(silent, undefined),
    });
    expect(byTest(first, ({ cause }) => cause)).toMatchObject({
      "seats > are taken together": "a limit of the emulator: it does not implement TransactWriteItems",
      "seats > are found for a coach of guests": "Scan answers 200 on the emulator and 400 on the cloud",
    });
    expect(sentBy(monitored)).toEqual([...unsafe, ...falseAlarms, ...differing, agreeing].toSorted());
    expect(byTest(monitored, ({ decision }) => decision.kind)).toMatchObject({ [agreeing]: "edited" });
    expect(sentBy(byList)).toEqual(expect.arrayContaining(listed));
  },
);
