import { int, object, oneOf, ref, type Types } from "../../../model/index.ts";
import { dateTime, lockMode, onOrOff } from "../scalars.ts";

export const objectLockTypes: Types = {
  DefaultRetention: object(
    {
      Mode: lockMode,
      "Days?": int({ min: 1, max: 36_500 }),
      "Years?": int({ min: 1, max: 100 }),
    },
    { minFields: 2, maxFields: 2 },
  ),
  ObjectLockRule: object({ DefaultRetention: ref("DefaultRetention") }),
  ObjectLockConfiguration: object({
    ObjectLockEnabled: oneOf("Enabled"),
    "Rule?": ref("ObjectLockRule"),
  }),
  ObjectLockLegalHold: object({ Status: onOrOff }),
  /** A retention without parts takes away the one that was there. */
  ObjectLockRetention: object({ "Mode?": lockMode, "RetainUntilDate?": dateTime }),
};
