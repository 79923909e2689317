import { array, long, object, ref, string, type Types, wire } from "../../../model/index.ts";
import { blockId, mebibyte, tagKey, tagValue } from "../values.ts";

const mostBlocks = 50_000;
const blockNames = array(blockId, { flat: true, max: mostBlocks });
const span = { Start: long({ min: 0 }), End: long({ min: 0 }) };

export const contentTypes: Types = {
  BlobTag: object({ Key: tagKey, Value: tagValue }),
  BlobTags: object({ BlobTagSet: wire("TagSet", array(ref("BlobTag"), { max: 10, element: "Tag" })) }),
  Block: object({ Name: blockId, Size: long({ min: 1, max: 4000 * mebibyte }) }),
  BlockList: object({
    "CommittedBlocks?": array(ref("Block"), { max: mostBlocks, element: "Block" }),
    "UncommittedBlocks?": array(ref("Block"), { max: 2 * mostBlocks, element: "Block" }),
  }),
  BlockLookupList: object({
    "Committed?": blockNames,
    "Uncommitted?": blockNames,
    "Latest?": blockNames,
  }),
  PageRange: object(span),
  ClearRange: object(span),
  PageList: object({
    "PageRange?": array(ref("PageRange"), { flat: true }),
    "ClearRange?": array(ref("ClearRange"), { flat: true }),
    "NextMarker?": string(),
  }),
};
