import { type Forgetting, keyOf, type Success, settingOf, type Tracker } from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";

/** Operations that write a blob anew, or remove it, or bring it back. */
const replacing: readonly string[] = [
  "BlockBlob_Upload",
  "BlockBlob_PutBlobFromUrl",
  "BlockBlob_CommitBlockList",
  "PageBlob_Create",
  "PageBlob_CopyIncremental",
  "AppendBlob_Create",
  "Blob_StartCopyFromURL",
  "Blob_CopyFromURL",
  "Blob_AbortCopyFromURL",
  "Blob_Delete",
  "Blob_Undelete",
  "Blob_SetExpiry",
];

/** With a container its blobs go, and a batch may delete any of those that it can reach. */
export const many: Forgetting = {
  operations: ["Container_Delete", "Container_Restore", "Container_SubmitBatch", "Service_SubmitBatch"],
  which: ({ operation, input }) =>
    operation === "Service_SubmitBatch"
      ? () => true
      : (key) => key.startsWith(`${textOf(input, "containerName")}/`),
};

/** What is known of a blob since it was last written by these operations; whatever else replaces it makes it unknown. */
export function ofBlob<Value>({
  name,
  set,
  value,
}: {
  readonly name: string;
  readonly set: readonly string[];
  readonly value: (success: Success) => Value | undefined;
}): Tracker<Value> {
  return settingOf({
    name,
    key: keyOf("containerName", "blob"),
    set,
    cleared: replacing.filter((operation) => !set.includes(operation)),
    forgets: many,
    value,
  });
}
