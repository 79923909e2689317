import { spawnSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsWriter } from "../../../../src/fidelity/repro/js-values.ts";
import { shContent, shText } from "../../../../src/fidelity/repro/sh-text.ts";

const writer = new JsWriter(() => "reference");

/** What the code of a value gives. */
function run(code: string, names: object = {}): unknown {
  return structuredClone(runInNewContext(`(${code})`, { Buffer, ...names }));
}

/** What a shell makes of words, by one process for all. */
function shell(commands: readonly string[]): Buffer[] {
  const separator = "=== next ===";
  const { stdout } = spawnSync(
    "sh",
    ["-c", commands.map((each) => `${each}\nprintf '${separator}'`).join("\n")],
    {
      maxBuffer: 1 << 28,
    },
  );
  return stdout
    .toString("latin1")
    .split(separator)
    .slice(0, -1)
    .map((text) => Buffer.from(text, "latin1"));
}

const textual = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("`", "$", "{", "}", "\\", "'", '"', "\n", "\r", "a", "%", "é", "😀") }),
  fc
    .tuple(fc.string(), fc.constantFrom("b", "0", "&", "'", "\n", "é"), fc.nat(200))
    .map(([text, piece, times]) => text + piece.repeat(times) + text),
);

describe("as JavaScript", () => {
  test("values stay what they are", () => {
    fc.assert(
      fc.property(
        fc.anything({
          key: textual,
          values: [textual, fc.double(), fc.boolean()],
        }),
        (value) => {
          const data = JSON.parse(JSON.stringify(value) ?? "null") as unknown;

          expect(run(writer.value(data))).toEqual(data);
        },
      ),
    );
  });

  test("texts and bytes stay what they are", () => {
    fc.assert(
      fc.property(textual, fc.uint8Array(), (text, bytes) => {
        expect(run(writer.value(text))).toBe(text);
        expect(Buffer.from(run(writer.value(bytes)) as Uint8Array)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each<[code: string, value: unknown]>([
    ["1n", 1n],
    ["-0", -0],
    ['new Date("1970-01-01T00:00:00.000Z")', new Date(0)],
    ['"a".repeat(1025)', "a".repeat(1025)],
    [`\`x\${"a".repeat(50)}\``, `x${"a".repeat(50)}`],
    ["Buffer.alloc(1024)", new Uint8Array(1024)],
    ['Buffer.alloc(1024, "a")', new Uint8Array(1024).fill(97)],
    ['Buffer.from("AP8=", "base64")', Buffer.from([0, 255])],
    ['Buffer.from("cat")', Buffer.from("cat")],
  ])("%s", (code, value) => {
    expect(writer.value(value)).toBe(code);
  });

  test("names are filled in wherever they stand", () => {
    const code = writer.value({ Resource: "arn:aws:s3:::ts000001/*", ts000002: "`TsRefaaaa`" });

    expect(run(code, { ts000001: "one", ts000002: "two", reference: "three" })).toEqual({
      Resource: "arn:aws:s3:::one/*",
      two: "`three`",
    });
  });
});

describe("in a shell", () => {
  test("texts and bytes stay what they are", () => {
    const texts = fc.sample(
      textual.filter((text) => !text.includes("\0") && text.isWellFormed()),
      200,
    );
    const contents = [...fc.sample(fc.uint8Array(), 50), new Uint8Array(5000), new Uint8Array(5000).fill(39)];

    const words = shell(texts.map((text) => `printf %s ${shText(text)}`));
    const written = shell([...texts, ...contents].map(shContent));

    expect(words.map(String)).toEqual(texts);
    expect(written).toEqual([...texts, ...contents].map((each) => Buffer.from(each)));
  });

  test("names are filled in wherever they stand", () => {
    const [word, content] = shell([
      `ts000001='a b'\nprintf %s ${shText("/ts000001/$x`'\"")}`,
      shContent("--b\r\nDELETE /ts000001/copy\\n\r\n"),
    ]);

    expect(String(word)).toBe("/a b/$x`'\"");
    expect(String(content)).toBe("--b\r\nDELETE /a b/copy\\n\r\n");
  });
});
