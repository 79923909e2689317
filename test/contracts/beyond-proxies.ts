/** What contracts before an emulator cannot make good. */
interface Beyond {
  readonly why: string;
  /** Where the cloud was seen to do it. */
  readonly source: string;
}

const fetching = "the service itself would fetch the source and write it; a proxy that does is an emulator";
const language = "PartiQL would have to be parsed and performed; a proxy that does is a database";
const transaction =
  "several items would have to be read or changed at once; a proxy before the database cannot see to that";

const python = (test: string) => `azure-sdk-for-python, storage-blob, ${test}`;
const snapshot = (test: string) => `AWS, snapshot of LocalStack's tests: dynamodb ${test}`;

/** The known discrepancies that stay, and why. */
export const beyondProxies: Readonly<Record<string, Beyond>> = {
  "azure-blob AppendBlob_AppendBlockFromUrl: valid source (SAS), 5 bytes": {
    why: fetching,
    source: python("test_append_block_from_url"),
  },
  "azure-blob PageBlob_UploadPagesFromURL: valid source (SAS) of 512 bytes": {
    why: fetching,
    source: python("test_upload_pages_from_url"),
  },
  "dynamodb BatchExecuteStatement: PartiQL batch": {
    why: language,
    source: snapshot("test_dynamodb_batch_execute_statement"),
  },
  "dynamodb ExecuteStatement: PartiQL select": {
    why: language,
    source: snapshot("test_dynamodb_partiql_missing"),
  },
  "dynamodb TransactGetItems: one Get": { why: transaction, source: snapshot("test_transact_get_items") },
  "dynamodb TransactWriteItems: one Put": {
    why: transaction,
    source: snapshot("test_transaction_write_items"),
  },
};

/** Rows whose expectation nobody has read, and what the cloud was seen to answer instead. */
export const corrected: Readonly<Record<string, { readonly expected: string; readonly source: string }>> = {
  "azure-blob PageBlob_UploadPages: offset 100 (unaligned)": {
    expected: "400 InvalidHeaderValue",
    source: "github.com/Azure/azure-sdk-for-go/issues/331",
  },
};
