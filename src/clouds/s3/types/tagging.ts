import { array, object, ref, type Types, wire } from "../../../model/index.ts";
import { tagKey, tagValue } from "../scalars.ts";

/** The tags that a filter asks for, all at once. */
export const tagsInFilter = wire("Tag", array(ref("Tag"), { max: 10, flat: true }));

export const taggingTypes: Types = {
  Tag: object({ Key: tagKey, Value: tagValue }),
  BucketTagging: object({ TagSet: array(ref("Tag"), { max: 50, element: "Tag" }) }),
  ObjectTagging: object({ TagSet: array(ref("Tag"), { max: 10, element: "Tag" }) }),
};
