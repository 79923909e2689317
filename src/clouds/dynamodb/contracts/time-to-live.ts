import { type Contract, contract, fault, type Input, settingOf, success } from "../../../model/index.ts";
import { dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at } from "../../shared/contract-conditions.ts";
import { ownTableOf, untilOthersChange } from "./own-tables.ts";
import { isUnknownOperation, madeTable, making, unknownOperation, users } from "./tracked.ts";

const hour = 3_600_000;

interface TimeToLive {
  readonly attribute: string;
  readonly isEnabled: boolean;
  readonly since: number;
  /** Whether the emulator knows nothing of it. */
  readonly isOwn: boolean;
}

/** Where the items of a table say how long they live. */
const timeToLive = untilOthersChange(
  settingOf<TimeToLive>({
    name: "time to live of tables",
    key: ownTableOf,
    set: ["UpdateTimeToLive"],
    cleared: [...making, "DeleteTable"],
    value: ({ call: { input }, answered, now }) => ({
      attribute: attributeOf(input),
      isEnabled: at(input, "TimeToLiveSpecification.Enabled") === true,
      since: now,
      isOwn: answered.headers["x-touchstone-contract"] !== undefined,
    }),
  }),
);

function attributeOf(input: Input): string {
  return String(at(input, "TimeToLiveSpecification.AttributeName") ?? "");
}

const enabled = (attribute: string) => ({
  ...users,
  TimeToLiveSpecification: { Enabled: true, AttributeName: attribute },
});
const wasEnabled = {
  operation: "UpdateTimeToLive",
  input: enabled("expires"),
  answered: { headers: { "x-touchstone-contract": "dynamodb" } },
};

export const timeToLiveContracts: readonly Contract[] = [
  contract({
    id: "dynamodb/time-to-live-changes-once-an-hour",
    says: "where the items of a table say how long they live is changed once an hour",
    on: ["UpdateTimeToLive"],
    track: { timeToLive },
    when: ({ now, timeToLive }) => timeToLive?.isOwn === true && now - timeToLive.since < hour,
    answer: fault(
      400,
      "ValidationException",
      "Time to live has been modified multiple times within a fixed interval",
    ),
    evidence: dynamodbModelPage("UpdateTimeToLive"),
    breaks: { input: enabled("expires"), after: [madeTable, wasEnabled] },
    keeps: { input: enabled("expires"), after: [madeTable] },
  }),
  contract({
    id: "dynamodb/time-to-live-is-set",
    says: "a table's time to live can be turned on",
    on: ["UpdateTimeToLive"],
    asksFirst: true,
    track: { timeToLive },
    when: (situation) =>
      isUnknownOperation(situation) &&
      (at(situation.input, "TimeToLiveSpecification.Enabled") === true ||
        situation.timeToLive?.isEnabled === true),
    answer: ({ input }) =>
      success(200, {
        body: JSON.stringify({
          TimeToLiveSpecification: {
            Enabled: at(input, "TimeToLiveSpecification.Enabled") === true,
            AttributeName: attributeOf(input),
          },
        }),
      }),
    evidence: dynamodbModelPage("UpdateTimeToLive"),
    breaks: { input: enabled("expires"), after: [madeTable], ...unknownOperation },
    keeps: { input: enabled("expires"), after: [madeTable], answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/time-to-live-is-kept",
    says: "a table's time to live is told as it was set",
    on: ["DescribeTimeToLive"],
    asksFirst: true,
    track: { timeToLive },
    when: ({ answered, timeToLive }) => answered.status === 200 && timeToLive?.isOwn === true,
    answer: ({ timeToLive }) =>
      success(200, {
        body: JSON.stringify({
          TimeToLiveDescription:
            timeToLive?.isEnabled === true
              ? { TimeToLiveStatus: "ENABLED", AttributeName: timeToLive.attribute }
              : { TimeToLiveStatus: "DISABLED" },
        }),
      }),
    evidence: dynamodbModelPage("DescribeTimeToLive"),
    breaks: { input: users, after: [madeTable, wasEnabled], answered: { status: 200 } },
    keeps: { input: users, after: [madeTable], answered: { status: 200 } },
  }),
];
