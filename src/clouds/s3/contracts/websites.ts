import { type Contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { isEmpty, rule } from "./rules.ts";
import { photos } from "./tracked.ts";

const on = ["PutBucketWebsite"];

function routesOf(input: Input): readonly unknown[] {
  return listOf(at(input, "WebsiteConfiguration.RoutingRules"));
}

const routed = (route: Readonly<Record<string, unknown>>) => ({
  ...photos,
  WebsiteConfiguration: { IndexDocument: { Suffix: "index.html" }, RoutingRules: [route] },
});

const seen = (conf: number) =>
  awsSnapshot("s3", "test_validate_website_configuration", `invalid-website-conf-${conf}`);

export const websiteContracts: readonly Contract[] = [
  rule({
    id: "website-redirects-by-http",
    says: "a website redirects to http or https",
    on,
    when: (input) =>
      routesOf(input)
        .map((route) => at(route, "Redirect.Protocol"))
        .some((protocol) => protocol !== undefined && protocol !== "http" && protocol !== "https"),
    answer: fault(
      400,
      "InvalidRequest",
      "Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.",
    ),
    evidence: seen(4),
    breaks: routed({ Redirect: { Protocol: "ftp" } }),
    keeps: routed({ Redirect: { Protocol: "https" } }),
  }),
  rule({
    id: "website-replaces-a-key-or-its-prefix",
    says: "a redirect replaces a key or its prefix, not both",
    on,
    when: (input) =>
      routesOf(input).some(
        (route) =>
          at(route, "Redirect.ReplaceKeyWith") !== undefined &&
          at(route, "Redirect.ReplaceKeyPrefixWith") !== undefined,
      ),
    answer: fault(400, "InvalidRequest", "You can only define ReplaceKeyPrefix or ReplaceKey but not both."),
    evidence: seen(5),
    breaks: routed({ Redirect: { ReplaceKeyWith: "a.html", ReplaceKeyPrefixWith: "b/" } }),
    keeps: routed({ Redirect: { ReplaceKeyWith: "a.html" } }),
  }),
  rule({
    id: "website-condition-says-something",
    says: "a redirect has a condition that says something, or none",
    on,
    when: (input) => routesOf(input).some((route) => isEmpty(at(route, "Condition"))),
    answer: fault(
      400,
      "InvalidRequest",
      "Condition cannot be empty. To redirect all requests without a condition, the condition element shouldn't be present.",
    ),
    evidence: seen(6),
    breaks: routed({ Condition: {}, Redirect: { ReplaceKeyWith: "a.html" } }),
    keeps: routed({ Condition: { KeyPrefixEquals: "a" }, Redirect: { ReplaceKeyWith: "a.html" } }),
  }),
];
