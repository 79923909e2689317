import {
  array,
  attribute,
  bool,
  object,
  oneOf,
  ref,
  type Type,
  type Types,
  union,
  wire,
} from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";
import { canonicalUser, emailAddress, enabledOrDisabled, granteeGroups, ownership } from "../scalars.ts";

/** What names a grantee depends on what it is. */
function grantee(type: string, named: Readonly<Record<string, Type>>): Type {
  return object({
    Type: attribute(wire("xsi:type", oneOf(type))),
    "DisplayName?": xmlText(),
    "ID?": canonicalUser,
    "URI?": oneOf(...granteeGroups),
    "EmailAddress?": emailAddress,
    ...named,
  });
}

const grants = array(ref("Grant"), { max: 100, element: "Grant" });

export const accessTypes: Types = {
  Owner: object({ "DisplayName?": xmlText(), ID: canonicalUser }),
  Grantee: union(
    grantee("CanonicalUser", { ID: canonicalUser }),
    grantee("Group", { URI: oneOf(...granteeGroups) }),
    grantee("AmazonCustomerByEmail", { EmailAddress: emailAddress }),
  ),
  Grant: object({
    Grantee: ref("Grantee"),
    Permission: oneOf("FULL_CONTROL", "WRITE", "WRITE_ACP", "READ", "READ_ACP"),
  }),
  /** What requests and answers call the access control list of a bucket or an object. */
  AccessControlPolicy: object({
    Owner: ref("Owner"),
    Grants: wire("AccessControlList", grants),
  }),
  PolicyStatus: object({ IsPublic: bool() }),
  PublicAccessBlockConfiguration: object({
    "BlockPublicAcls?": bool(),
    "IgnorePublicAcls?": bool(),
    "BlockPublicPolicy?": bool(),
    "RestrictPublicBuckets?": bool(),
  }),
  OwnershipControlsRule: object({ ObjectOwnership: ownership }),
  OwnershipControls: object({
    Rules: wire("Rule", array(ref("OwnershipControlsRule"), { min: 1, max: 1, flat: true })),
  }),
  AbacStatus: object({ Status: enabledOrDisabled }),
  Grants: grants,
};
