import { type Contract, contract, fault, keyOf, settingOf } from "../../../model/index.ts";
import { pythonTest } from "./sources.ts";
import { ofBlob } from "./tracked.ts";

const writing = ["BlockBlob_Upload", "PageBlob_Create", "AppendBlob_Create", "BlockBlob_CommitBlockList"];
const secret = { containerName: "photos", blob: "secret" };
const key = { encryptionKey: "MDEyMzQ1NjcwMTIzNDU2NzAxMjM0NTY3MDEyMzQ1Njc=" };

/** Whether a blob was written with its owner's own key. */
const ownKey = ofBlob({
  name: "blobs under a key of the customer's",
  set: writing,
  value: ({ call: { input } }) => input["encryptionKey"] !== undefined,
});

const policy = settingOf({
  name: "encryption policy of containers",
  key: keyOf("containerName"),
  set: ["Container_Create"],
  cleared: ["Container_Delete", "Container_Restore"],
  value: ({ call: { input } }) =>
    input["preventEncryptionScopeOverride"] === true ? String(input["defaultEncryptionScope"]) : "",
});

const guarded = {
  operation: "Container_Create",
  input: { containerName: "photos", defaultEncryptionScope: "scope1", preventEncryptionScopeOverride: true },
};

export const encryptionContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/customers-key-is-needed-to-read",
    says: "what was written with a key of the customer's own is not read, described or changed without it",
    on: ["Blob_Download", "Blob_GetProperties", "Blob_SetMetadata", "Blob_CreateSnapshot"],
    track: { ownKey },
    // A snapshot or a version may be of a time before or after that key.
    when: ({ input, ownKey }) =>
      ownKey === true &&
      ["encryptionKey", "snapshot", "versionId"].every((name) => input[name] === undefined),
    answer: fault(
      409,
      "BlobUsesCustomerSpecifiedEncryption",
      "The blob is encrypted with customer specified encryption, but it was not provided in the request.",
    ),
    evidence: pythonTest("test_cpk, test_if_blob_with_cpk_exists"),
    breaks: { input: secret, after: [{ operation: "BlockBlob_Upload", input: { ...secret, ...key } }] },
    keeps: { input: secret, after: [{ operation: "BlockBlob_Upload", input: secret }] },
  }),
  contract({
    id: "azure-blob/container-forbids-other-scopes",
    says: "where a container forbids other encryption scopes than its own, they are refused",
    on: [...writing, "AppendBlob_AppendBlock"],
    track: { policy },
    when: ({ input, policy }) =>
      policy !== undefined &&
      policy !== "" &&
      input["encryptionScope"] !== undefined &&
      input["encryptionScope"] !== policy,
    answer: fault(
      403,
      "RequestForbiddenByContainerEncryptionPolicy",
      "The request is forbidden by the container encryption policy.",
    ),
    evidence: pythonTest("test_create_container_with_default_cpk_n_deny_override"),
    breaks: { input: { ...secret, encryptionScope: "scope2" }, after: [guarded] },
    keeps: { input: { ...secret, encryptionScope: "scope1" }, after: [guarded] },
  }),
];
