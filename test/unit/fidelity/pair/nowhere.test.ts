import { expect, test } from "vitest";
import { nowhere } from "../../../../src/fidelity/pair/nowhere.ts";
import { OwnNames } from "../../../../src/fidelity/sides/own-names.ts";
import type { Type } from "../../../../src/model/index.ts";

test.each<Type>([{ kind: "string" }, { kind: "string", minLength: 3, maxLength: 63 }, { kind: "any" }])(
  "what stands for a name that no answer has given may be changed: %j",
  (type) => {
    expect(new OwnNames("s3").has(String(nowhere(type, {})))).toBe(true);
  },
);
