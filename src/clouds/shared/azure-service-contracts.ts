import {
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  type Input,
  inferred,
  recorded,
} from "../../model/index.ts";
import { at, listOf } from "./contract-conditions.ts";

const retentions = ["Logging", "HourMetrics", "MinuteMetrics"].map((part) => `${part}.RetentionPolicy`);

/** What Azure's three storage services all say of the properties that are set for a whole service. */
export function servicePropertyContracts(
  service: string,
  parameter: string,
  recordings: string,
): readonly Contract[] {
  const evidence = (test: string): Evidence => recorded(`azure-sdk-for-python, ${recordings}, ${test}`);
  const input = (given: Input) => ({ [parameter]: given });
  const rule = {
    AllowedOrigins: "www.xyz.com",
    AllowedMethods: "GET",
    AllowedHeaders: "",
    ExposedHeaders: "",
    MaxAgeInSeconds: 0,
  };
  const metrics = (days: number | undefined) => ({
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
      id: `${service}/cors-rule-is-within-its-limits`,
      says: "a CORS rule has at most 64 origins and 64 headers of at most 256 characters, and methods of the service's own",
      on: ["Service_SetProperties"],
      when: ({ input: { [parameter]: properties } }) =>
        listOf(at(properties, "Cors")).some((rule) => isBeyond(rule)),
      // The page says no code.
      answer: { status: 400 },
      evidence: properties("CorsRule, AllowedOrigins, AllowedHeaders, ExposedHeaders, AllowedMethods"),
      breaks: { input: input({ Cors: [{ ...rule, AllowedOrigins: hosts(65) }] }) },
      keeps: { input: input({ Cors: [{ ...rule, AllowedOrigins: hosts(64) }] }) },
    }),
    contract({
      id: `${service}/retention-says-for-how-long`,
      says: "who retains logs or metrics says for how many days",
      on: ["Service_SetProperties"],
      when: ({ input: { [parameter]: properties } }) =>
        retentions.some((path) => {
          const policy = at(properties, path);
          return at(policy, "Enabled") === true && at(policy, "Days") === undefined;
        }),
      answer: fault(400, "InvalidXmlDocument"),
      evidence: inferred("that it is required is documented; the code is the one of a wrong number of days"),
      breaks: { input: input(metrics(undefined)) },
      keeps: { input: input(metrics(1)) },
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

/** The owner's page of what is set for a whole service; CORS and retention are the same in all three. */
function properties(element: string): Evidence {
  return documented(
    "Set Blob Service Properties",
    "https://learn.microsoft.com/rest/api/storageservices/set-blob-service-properties",
    element,
  );
}

function hosts(count: number): string {
  return Array.from({ length: count }, (_, index) => `http://h${index}.com`).join(",");
}

const methods = ["DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"];

/** Whether a rule lists more, or longer ones, than a rule may, or methods that the service does not have. */
function isBeyond(rule: unknown): boolean {
  const listed = (field: string): readonly string[] =>
    String(at(rule, field) ?? "")
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  const headers = [listed("AllowedHeaders"), listed("ExposedHeaders")];
  const isTooLong = ({ length }: string) => length > 256;
  return (
    [listed("AllowedOrigins"), ...headers].some((list) => list.length > 66 || list.some(isTooLong)) ||
    listed("AllowedOrigins").length > 64 ||
    headers.some(
      (list) =>
        list.filter((one) => one.endsWith("*") && one !== "*").length > 2 ||
        list.filter((one) => !one.endsWith("*")).length > 64,
    ) ||
    listed("AllowedMethods").some((method) => !methods.includes(method.toUpperCase()))
  );
}

/** Whether a retention policy has a number of days that no policy may have. */
export function isOutOfYear(policy: unknown): boolean {
  const days = at(policy, "Days");
  return at(policy, "Enabled") === true && typeof days === "number" && (days < 1 || days > 365);
}
