import { type Contract, fault, type Input } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { grantHeaders, openBucket } from "./access.ts";
import { invalidArgument, rule } from "./rules.ts";
import { picture } from "./tracked.ts";

const on = ["PutBucketAcl", "PutObjectAcl"];
const after = [openBucket];
const seen = (step: string) => awsSnapshot("s3", "test_s3_bucket_acl_exceptions", step);

const groups = [
  "http://acs.amazonaws.com/groups/global/AllUsers",
  "http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
  "http://acs.amazonaws.com/groups/s3/LogDelivery",
];
const owner = "a".repeat(64);

/** Those to whom headers give rights: `id="…"`, one after the other. */
function granteesOf(input: Input): readonly { readonly by: string; readonly value: string }[] {
  return grantHeaders
    .flatMap((name) => textOf(input, name).split(","))
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [by = "", value = ""] = part.trim().split(/=(.*)/s);
      return { by, value: value.replaceAll(/^"|"$/g, "") };
    });
}

/** The account's own id has 64 digits, that of nobody 32. */
function isAccount(id: string): boolean {
  return /^(?:[0-9a-f]{64}|[0-9a-f]{32})$/.test(id);
}

function documentGrantees(input: Input): readonly unknown[] {
  return listOf(at(input, "AccessControlPolicy.Grants")).map((grant) => at(grant, "Grantee"));
}

function strangeGroup(input: Input): string | undefined {
  return documentGrantees(input)
    .map((grantee) => at(grantee, "URI"))
    .flatMap((uri) => (typeof uri === "string" && !groups.includes(uri) ? [uri] : []))[0];
}

function strangeAccount(input: Input): string | undefined {
  return documentGrantees(input)
    .map((grantee) => at(grantee, "ID"))
    .flatMap((id) => (typeof id === "string" && !isAccount(id) ? [id] : []))[0];
}

const granted = (header: string) => ({ ...picture, ACL: undefined, GrantRead: header });

const listed = (grantee: Readonly<Record<string, unknown>>) => ({
  ...picture,
  ACL: undefined,
  AccessControlPolicy: { Owner: { ID: owner }, Grants: [{ Grantee: grantee, Permission: "READ" }] },
});

export const grantContracts: readonly Contract[] = [
  rule({
    id: "grants-are-by-id-group-or-address",
    says: "rights are given by id, uri or emailAddress",
    on,
    when: (input) => granteesOf(input).some(({ by }) => !["id", "uri", "emailAddress"].includes(by)),
    answer: (input) => {
      const name = grantHeaders.find((header) => input[header] !== undefined) ?? "";
      const header = `x-amz-grant-${name
        .replace("Grant", "")
        .replace(/(?!^)[A-Z]+/g, "-$&")
        .toLowerCase()}`;
      return invalidArgument("Argument format not recognized", header, textOf(input, name));
    },
    evidence: seen("put-bucket-grant-acl-fake-key"),
    breaks: granted('fakekey="1234"'),
    keeps: granted(`id="${owner}"`),
    after,
  }),
  rule({
    id: "grants-are-to-groups-that-there-are",
    says: "rights are given to one of three groups",
    on,
    when: (input) => granteesOf(input).some(({ by, value }) => by === "uri" && !groups.includes(value)),
    answer: (input) =>
      invalidArgument("Invalid group uri", "uri", granteesOf(input).find(({ by }) => by === "uri")?.value),
    evidence: seen("put-bucket-grant-acl-fake-uri"),
    breaks: granted('uri="http://acs.amazonaws.com/groups/s3/FakeGroup"'),
    keeps: granted(`uri="${groups[0]}"`),
    after,
  }),
  rule({
    id: "grants-are-to-ids-of-accounts",
    says: "rights are given to the canonical id of an account",
    on,
    when: (input) => granteesOf(input).some(({ by, value }) => by === "id" && !isAccount(value)),
    answer: (input) =>
      invalidArgument("Invalid id", "id", granteesOf(input).find(({ by }) => by === "id")?.value),
    evidence: seen("put-bucket-grant-acl-wrong-id"),
    breaks: granted('id="wrong-id"'),
    keeps: granted(`id="${owner}"`),
    after,
  }),
  rule({
    id: "acl-is-a-header-or-a-document",
    says: "an ACL is given by a header or by a document, not both",
    on,
    when: (input) => input["ACL"] !== undefined && input["AccessControlPolicy"] !== undefined,
    answer: fault(400, "UnexpectedContent", "This request does not support content"),
    evidence: seen("put-bucket-two-type-acl-acp"),
    breaks: { ...listed({ Type: "CanonicalUser", ID: owner }), ACL: "private" },
    keeps: listed({ Type: "CanonicalUser", ID: owner }),
    after,
  }),
  rule({
    id: "acl-names-groups-that-there-are",
    says: "a document of rights names one of three groups",
    on,
    when: (input) => strangeGroup(input) !== undefined,
    answer: (input) => invalidArgument("Invalid group uri", "Group/URI", strangeGroup(input)),
    evidence: seen("put-bucket-acp-acl-4"),
    breaks: listed({ Type: "Group", URI: "http://acs.amazonaws.com/groups/s3/FakeGroup" }),
    keeps: listed({ Type: "Group", URI: groups[0] }),
    after,
  }),
  rule({
    id: "acl-names-ids-of-accounts",
    says: "a document of rights names canonical ids of accounts",
    on,
    when: (input) => strangeAccount(input) !== undefined,
    answer: (input) => invalidArgument("Invalid id", "CanonicalUser/ID", strangeAccount(input)),
    evidence: seen("put-bucket-acp-acl-3"),
    breaks: listed({ Type: "CanonicalUser", ID: "wrong-id" }),
    keeps: listed({ Type: "CanonicalUser", ID: owner }),
    after,
  }),
];
