import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string | { "touchstone-source": string }>;
};
const doors = Object.values(exports).flatMap((door) =>
  typeof door === "string" ? [] : [door["touchstone-source"]],
);

interface Given {
  readonly name: string;
  readonly file: string;
}

/** What a file passes on from others; behind an inner door, from where it is declared. */
function passedOn(file: string): Given[] {
  const { module } = parseSync(file, readFileSync(file, "utf8"));
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ importName, moduleRequest }) => {
      if (moduleRequest === null) return [];
      const name = importName.name ?? "";
      const from = join(dirname(file), moduleRequest.value);
      return [passedOn(from).find((inner) => inner.name === name) ?? { name, file: from }];
    }),
  );
}

test("every door that users have is looked at", () => {
  expect(doors).toEqual(expect.arrayContaining(["./src/clouds/index.ts", "./src/lab/index.ts"]));
});

test.each(doors)("everything that %s gives out says what it is", (door) => {
  const given = passedOn(join(root, door));

  const bare = given.filter(({ name, file }) => {
    const declared = new RegExp(
      `\\*/\nexport (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`,
    );
    return !declared.test(readFileSync(file, "utf8"));
  });

  expect(given.length).toBeGreaterThan(0);
  expect(bare.map(({ name }) => name)).toEqual([]);
});
