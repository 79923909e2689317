import { type Contract, contract, type Evidence, fault, type Input, recorded } from "../../model/index.ts";
import { at, listOf } from "./contract-conditions.ts";

const retentions = ["Logging", "HourMetrics", "MinuteMetrics"].map((part) => `${part}.RetentionPolicy`);

/** What Azure's three storage services all say of the properties that are set for a whole service. */
export function servicePropertyContracts(
  service: string,
  parameter: string,
  recordings: string,
): readonly Contract[] {
  const evidence = (test: string): Evidence => recorded(`azure-sdk-for-python, ${recordings}, ${test}`);
  const input = (properties: Input) => ({ [parameter]: properties });
  const rule = {
    AllowedOrigins: "www.xyz.com",
    AllowedMethods: "GET",
    AllowedHeaders: "",
    ExposedHeaders: "",
    MaxAgeInSeconds: 0,
  };
  const metrics = (days: number) => ({
    MinuteMetrics: {
      Version: "1.0",
      Enabled: true,
      IncludeAPIs: true,
      RetentionPolicy: { Enabled: true, Days: days },
    },
  });
  return [
    contract({
      id: `${service}/at-most-five-cors-rules`,
      says: "a service has at most five CORS rules",
      on: ["Service_SetProperties"],
      when: ({ input: { [parameter]: properties } }) => listOf(at(properties, "Cors")).length > 5,
      answer: fault(400, "InvalidXmlDocument"),
      evidence: evidence("test_too_many_cors_rules"),
      breaks: { input: input({ Cors: Array.from({ length: 6 }, () => rule) }) },
      keeps: { input: input({ Cors: Array.from({ length: 5 }, () => rule) }) },
    }),
    contract({
      id: `${service}/retention-is-at-most-a-year`,
      says: "logs and metrics are retained for 1 to 365 days",
      on: ["Service_SetProperties"],
      when: ({ input: { [parameter]: properties } }) =>
        retentions.some((path) => isOutOfYear(at(properties, path))),
      answer: fault(400, "InvalidXmlDocument"),
      evidence: evidence("test_retention_too_long"),
      breaks: { input: input(metrics(366)) },
      keeps: { input: input(metrics(365)) },
    }),
  ];
}

/** Whether a retention policy has a number of days that no policy may have. */
export function isOutOfYear(policy: unknown): boolean {
  const days = at(policy, "Days");
  return at(policy, "Enabled") === true && typeof days === "number" && (days < 1 || days > 365);
}
