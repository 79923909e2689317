import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const doors = ["src/lab/config/index.ts", "src/model/index.ts", "src/explore/index.ts"];

/** What a door gives out, and the file that declares it. */
function givenOut(door: string): { name: string; file: string }[] {
  const { module } = parseSync(door, readFileSync(join(root, door), "utf8"));
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ importName, moduleRequest }) => ({
      name: importName.name ?? "",
      file: join(root, dirname(door), moduleRequest?.value ?? ""),
    })),
  );
}

test.each(doors)("everything that %s gives out says what it is", (door) => {
  const bare = givenOut(door).filter(({ name, file }) => {
    const declared = new RegExp(
      `\\*/\nexport (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`,
    );
    return !declared.test(readFileSync(file, "utf8"));
  });

  expect(bare.map(({ name }) => name)).toEqual([]);
});
