import { z } from "zod";
import { must } from "../../config/must.ts";

const words = z
  .array(z.string(must("a word of the command")), must("a list of words, the program first"))
  .min(1);
const pattern = z.string(must("a regular expression")).refine(isPattern, must("a regular expression"));

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * How the tests of any runner are listed, run one at a time, and read: all of it data. A word of a command may be
 * `{command}`, the test command as it was given; inside of words `{name}` is the test as its runner calls it,
 * `{name:regex}` the same for a pattern, `{file}` its file, `{results}` a file for its results, `{folder}` one for more
 * of them.
 */
export const declaredTestsSchema = z.strictObject(
  {
    /** What reports call the runner. */
    runner: z.string(must("the runner's name")).optional(),
    list: z.strictObject(
      {
        command: words,
        /** `lines`: each line that the pattern matches; `json-lines`: `{ name, file?, titles? }`; `go`: `go test -json -list`. */
        format: z.enum(["lines", "json-lines", "go"], must("lines, json-lines or go")).default("lines"),
        /** With the group `name`, and `file` where the line tells it. */
        pattern: pattern.default("^(?<name>\\S.*)$"),
        /** For runners that write the file on a line of its own, before its tests: with the group `file`. */
        filePattern: pattern.optional(),
        /** For runners that list what they can when a file cannot be loaded: with the group `file`. */
        brokenPattern: pattern.optional(),
        /** What stands between the titles in a name. */
        separator: z.string(must("text")).optional(),
        /** From here on a name is parameters, and is not split. */
        parameters: z.string(must("text")).optional(),
        /** Parameters are cut off: the runner cannot select by them, and all of a test's cases are one. */
        cutParameters: z.boolean(must("true or false")).default(false),
      },
      must("an object with command, and format, pattern, separator and more where they are needed"),
    ),
    run: z.strictObject({ command: words }, must("an object with command")),
    results: z.strictObject(
      {
        /** `exit-code`: zero is passed, everything else failed. */
        format: z.enum(
          ["junit", "tap", "json-lines", "go", "trx", "exit-code"],
          must("junit, tap, json-lines, go, trx or exit-code"),
        ),
        /** Where they are read: the files that the command writes (`{results}`, `{folder}`), or its standard output. */
        from: z.enum(["files", "stdout"], must("files or stdout")).default("files"),
        /** A test may have several results: subtests or cases. Otherwise more than one is an error. */
        several: z.boolean(must("true or false")).default(false),
      },
      must("an object with format, and from and several where they are needed"),
    ),
    /** Options that take the next word as their value: all other words without a dash are filters of the user. */
    valueOptions: z.array(z.string(must("an option")), must("a list of options")).default([]),
    /** Options of the user that would get in the way of running one test; their values go with them. */
    replacedOptions: z.array(z.string(must("an option")), must("a list of options")).default([]),
  },
  must("an object with list, run and results"),
);

/** How tests are listed, run one at a time, and read, as it is written in a config. */
export type DeclaredTests = z.input<typeof declaredTestsSchema>;

/** The same with its defaults. */
export type Declaration = z.output<typeof declaredTestsSchema>;
