import { given, spanOf } from "../../shared/sdk-azure-values.ts";
import { type BlobCalls, onAppendBlob, onBlockBlob, onPageBlob } from "./handles.ts";
import {
  appendConditions,
  conditions,
  encryption,
  hashes,
  immutability,
  newBlob,
  pageConditions,
  sourceConditions,
  sourceHashes,
} from "./options.ts";

export const blockBlobCalls: BlobCalls = {
  BlockBlob_Upload: onBlockBlob((client, input) =>
    client.upload(input.body, input.body.length, { ...newBlob(input), ...immutability(input) }),
  ),
  BlockBlob_PutBlobFromUrl: onBlockBlob((client, input) =>
    client.syncUploadFromURL(input.copySource, {
      ...newBlob(input),
      ...sourceConditions(input),
      ...sourceHashes(input),
      ...given({
        copySourceBlobProperties: input.copySourceBlobProperties,
        copySourceTags: input.copySourceTags,
      }),
    }),
  ),
  BlockBlob_StageBlock: onBlockBlob((client, input) =>
    client.stageBlock(input.blockId, input.body, input.body.length, {
      ...hashes(input),
      ...encryption(input),
      ...conditions(input),
    }),
  ),
  BlockBlob_StageBlockFromURL: onBlockBlob((client, input) => {
    const { offset, count } = spanOf(input.sourceRange);
    return client.stageBlockFromURL(input.blockId, input.sourceUrl, offset, count, {
      ...sourceHashes(input),
      ...encryption(input),
      ...conditions(input),
    });
  }),
  BlockBlob_CommitBlockList: onBlockBlob((client, input) =>
    client.commitBlockList([...(input.blocks.Latest ?? [])], { ...newBlob(input), ...immutability(input) }),
  ),
  BlockBlob_GetBlockList: onBlockBlob((client, input) =>
    client.getBlockList(input.listType ?? "committed", conditions(input)),
  ),
};

export const pageBlobCalls: BlobCalls = {
  PageBlob_Create: onPageBlob((client, input) =>
    client.create(input.blobContentLength, {
      ...newBlob(input),
      ...immutability(input),
      ...given({ blobSequenceNumber: input.blobSequenceNumber }),
    }),
  ),
  PageBlob_UploadPages: onPageBlob((client, input) => {
    const { offset = 0, count = input.body.length } = spanOf(input.range);
    return client.uploadPages(input.body, offset, count, {
      ...hashes(input),
      ...encryption(input),
      ...pageConditions(input),
    });
  }),
  PageBlob_ClearPages: onPageBlob((client, input) => {
    const { offset, count } = spanOf(input.range);
    return client.clearPages(offset, count, { ...encryption(input), ...pageConditions(input) });
  }),
  PageBlob_UploadPagesFromURL: onPageBlob((client, input) => {
    const { offset: source = 0 } = spanOf(input.sourceRange);
    const { offset = 0, count = 512 } = spanOf(input.range);
    return client.uploadPagesFromURL(input.sourceUrl, source, offset, count, {
      ...sourceHashes(input),
      ...encryption(input),
      ...pageConditions(input),
      ...sourceConditions(input),
    });
  }),
  PageBlob_GetPageRanges: onPageBlob((client, input) => {
    const { offset, count } = spanOf(input.range);
    return client.getPageRanges(offset, count, conditions(input));
  }),
  PageBlob_GetPageRangesDiff: onPageBlob((client, input) => {
    const { offset = 0, count } = spanOf(input.range);
    // Without a count the SDK asks for all that follows, though its types know no such call.
    const most = count as number;
    return input.prevsnapshot === undefined && input.prevSnapshotUrl !== undefined
      ? client.getPageRangesDiffForManagedDisks(offset, most, input.prevSnapshotUrl, conditions(input))
      : client.getPageRangesDiff(offset, most, input.prevsnapshot ?? "", conditions(input));
  }),
  PageBlob_Resize: onPageBlob((client, input) =>
    client.resize(input.blobContentLength, { ...encryption(input), ...conditions(input) }),
  ),
  PageBlob_UpdateSequenceNumber: onPageBlob((client, input) =>
    client.updateSequenceNumber(input.sequenceNumberAction, input.blobSequenceNumber, conditions(input)),
  ),
  PageBlob_CopyIncremental: onPageBlob((client, input) =>
    client.startCopyIncremental(input.copySource, conditions(input)),
  ),
};

export const appendBlobCalls: BlobCalls = {
  AppendBlob_Create: onAppendBlob((client, input) =>
    client.create({ ...newBlob(input), ...immutability(input) }),
  ),
  AppendBlob_AppendBlock: onAppendBlob((client, input) =>
    client.appendBlock(input.body, input.body.length, {
      ...hashes(input),
      ...encryption(input),
      ...appendConditions(input),
    }),
  ),
  AppendBlob_AppendBlockFromUrl: onAppendBlob((client, input) => {
    const { offset = 0, count = 0 } = spanOf(input.sourceRange);
    return client.appendBlockFromURL(input.sourceUrl, offset, count, {
      ...sourceHashes(input),
      ...encryption(input),
      ...appendConditions(input),
      ...sourceConditions(input),
    });
  }),
  AppendBlob_Seal: onAppendBlob((client, input) => client.seal(appendConditions(input))),
};
