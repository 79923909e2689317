import { type Contract, contract, fault, success } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { fieldCount, malformed } from "./rules.ts";
import { madeBucket, photos } from "./tracked.ts";

const website = (configuration: Readonly<Record<string, unknown>>) => ({
  ...photos,
  WebsiteConfiguration: configuration,
});

const corsMethods = new Set(["GET", "PUT", "HEAD", "POST", "DELETE"]);
const cors = (...methods: readonly string[]) => ({
  ...photos,
  CORSConfiguration: { CORSRules: [{ AllowedMethods: methods, AllowedOrigins: ["*"] }] },
});

/** An inventory whose document has this id. */
export const inventory = (id: string): Readonly<Record<string, unknown>> => ({
  ...photos,
  Id: "mine",
  InventoryConfiguration: {
    Id: id,
    IsEnabled: true,
    IncludedObjectVersions: "All",
    Schedule: { Frequency: "Daily" },
    Destination: { S3BucketDestination: { Bucket: "arn:aws:s3:::photos", Format: "CSV" } },
  },
});

function methodsOf(input: Readonly<Record<string, unknown>>): readonly unknown[] {
  return listOf(at(input, "CORSConfiguration.CORSRules")).flatMap((rule) =>
    listOf(at(rule, "AllowedMethods")),
  );
}

export const documentContracts: readonly Contract[] = [
  contract({
    id: "s3/index-document-has-no-slash",
    says: "a website's index document has no slash",
    on: ["PutBucketWebsite"],
    when: ({ input }) => {
      const suffix = at(input, "WebsiteConfiguration.IndexDocument.Suffix");
      return typeof suffix === "string" && (suffix === "" || suffix.includes("/"));
    },
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "The IndexDocument Suffix is not well formed", {
        ArgumentName: "IndexDocument",
        ArgumentValue: String(at(input, "WebsiteConfiguration.IndexDocument.Suffix")),
      }),
    evidence: awsSnapshot("s3", "test_validate_website_configuration", "invalid-website-conf-0"),
    breaks: { input: website({ IndexDocument: { Suffix: "/index.html" } }), after: [madeBucket] },
    keeps: { input: website({ IndexDocument: { Suffix: "index.html" } }), after: [madeBucket] },
  }),
  contract({
    id: "s3/redirecting-all-excludes-the-rest",
    says: "a website that redirects everything says nothing else",
    on: ["PutBucketWebsite"],
    when: ({ input }) =>
      at(input, "WebsiteConfiguration.RedirectAllRequestsTo") !== undefined &&
      ["IndexDocument", "ErrorDocument", "RoutingRules"].some(
        (part) => fieldCount(at(input, `WebsiteConfiguration.${part}`)) > 0,
      ),
    answer: fault(
      400,
      "InvalidArgument",
      "RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.",
      { ArgumentName: "RedirectAllRequestsTo", ArgumentValue: "not null" },
    ),
    evidence: awsSnapshot("s3", "test_validate_website_configuration", "invalid-website-conf-2"),
    breaks: {
      input: website({
        IndexDocument: { Suffix: "index.html" },
        RedirectAllRequestsTo: { HostName: "example.com" },
      }),
      after: [madeBucket],
    },
    keeps: { input: website({ RedirectAllRequestsTo: { HostName: "example.com" } }), after: [madeBucket] },
  }),
  contract({
    id: "s3/website-has-an-index",
    says: "a website that does not redirect everything has an index document",
    on: ["PutBucketWebsite"],
    when: ({ input }) =>
      at(input, "WebsiteConfiguration.RedirectAllRequestsTo") === undefined &&
      at(input, "WebsiteConfiguration.IndexDocument") === undefined &&
      input["WebsiteConfiguration"] !== undefined,
    answer: fault(
      400,
      "InvalidArgument",
      "A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty",
      { ArgumentName: "IndexDocument", ArgumentValue: "null" },
    ),
    evidence: awsSnapshot("s3", "test_validate_website_configuration", "invalid-website-conf-3"),
    breaks: { input: website({ ErrorDocument: { Key: "error.html" } }), after: [madeBucket] },
    keeps: { input: website({ IndexDocument: { Suffix: "index.html" } }), after: [madeBucket] },
  }),
  contract({
    id: "s3/cors-methods-are-those-of-s3",
    says: "CORS allows GET, PUT, HEAD, POST and DELETE",
    on: ["PutBucketCors"],
    when: ({ input }) => methodsOf(input).some((method) => !corsMethods.has(String(method))),
    answer: ({ input }) => {
      const strange = methodsOf(input).find((method) => !corsMethods.has(String(method)));
      return fault(
        400,
        "InvalidRequest",
        `Found unsupported HTTP method in CORS config. Unsupported method is ${strange}`,
      );
    },
    evidence: awsSnapshot("s3_cors", "test_put_cors_invalid_rules", "put-cors-exc"),
    breaks: { input: cors("MYMETHOD") },
    keeps: { input: cors("GET") },
  }),
  contract({
    id: "s3/cors-has-a-rule",
    says: "a CORS configuration has a rule",
    on: ["PutBucketCors"],
    when: ({ call, input }) =>
      call.body !== undefined &&
      call.body.length > 0 &&
      listOf(at(input, "CORSConfiguration.CORSRules")).length === 0,
    answer: malformed,
    evidence: awsSnapshot("s3_cors", "test_put_cors_invalid_rules", "put-cors-exc-empty"),
    breaks: { input: { ...photos, CORSConfiguration: { CORSRules: [] } } },
    keeps: { input: cors("GET") },
  }),
  contract({
    id: "s3/cors-is-removed-without-a-word",
    says: "removing a CORS configuration is answered with nothing",
    on: ["DeleteBucketCors"],
    asksFirst: true,
    when: ({ answered }) => answered.status === 200,
    answer: success(204),
    evidence: awsSnapshot("s3_cors", "test_delete_cors", "delete-cors"),
    breaks: { input: photos, after: [madeBucket], answered: { status: 200 } },
    keeps: { input: photos, after: [madeBucket], answered: { status: 204 } },
  }),
  contract({
    id: "s3/payer-is-requester-or-owner",
    says: "requests are paid by the requester or the bucket's owner",
    on: ["PutBucketRequestPayment"],
    when: ({ input }) => {
      const payer = at(input, "RequestPaymentConfiguration.Payer");
      return payer !== undefined && payer !== "Requester" && payer !== "BucketOwner";
    },
    answer: malformed,
    evidence: awsSnapshot("s3", "test_s3_request_payer_exceptions", "wrong-payer-type"),
    breaks: {
      input: { ...photos, RequestPaymentConfiguration: { Payer: "Random" } },
      after: [madeBucket],
    },
    keeps: {
      input: { ...photos, RequestPaymentConfiguration: { Payer: "Requester" } },
      after: [madeBucket],
    },
  }),
  contract({
    id: "s3/inventory-is-called-as-it-says",
    says: "an inventory's document has the id that the request names",
    on: ["PutBucketInventoryConfiguration"],
    when: ({ input }) => {
      const id = at(input, "InventoryConfiguration.Id");
      return id !== undefined && id !== input["Id"];
    },
    answer: fault(400, "IdMismatch", "Document ID does not match the specified configuration ID."),
    evidence: awsSnapshot("s3", "test_s3_put_inventory_report_exceptions", "wrong-id"),
    breaks: { input: inventory("other"), after: [madeBucket] },
    keeps: { input: inventory("mine"), after: [madeBucket] },
  }),
];
