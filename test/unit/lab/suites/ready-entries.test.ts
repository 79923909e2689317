import { expect, test } from "vitest";
import { commandWords } from "../../../../src/lab/suites/declared/command-words.ts";
import { declaredTestsSchema } from "../../../../src/lab/suites/declared/declaration.ts";
import { type ListedTest, listedTests } from "../../../../src/lab/suites/declared/listed-tests.ts";
import { readResult } from "../../../../src/lab/suites/declared/read-results.ts";
import { readyEntries } from "../../../../src/lab/suites/declared/ready-entries.ts";

const go = declaredTestsSchema.parse(readyEntries["go test"]);
const dotnet = declaredTestsSchema.parse(readyEntries["dotnet test"]);
const pytest = declaredTestsSchema.parse(readyEntries.pytest);

function ofCommand(program: string, rest: string) {
  return { program: program.split(" "), arguments: rest === "" ? [] : rest.split(" ") };
}

function plain(tests: readonly ListedTest[]): string[] {
  return tests.map(({ id, name }) => `${id} = ${name}`);
}

test("go test is listed by package", () => {
  const events = [
    { Action: "start", Package: "acme/albums" },
    { Action: "output", Package: "acme/albums", Output: "TestLists\n" },
    { Action: "output", Package: "acme/albums", Output: "BenchmarkLists\n" },
    { Action: "output", Package: "acme/albums", Output: "ExampleAlbum_Add\n" },
    { Action: "output", Package: "acme/albums", Output: "ok  \tacme/albums\t0.003s\n" },
    { Action: "output", Package: "acme/photos", Output: "TestLists\n" },
    { Action: "output", Package: "acme/photos", Output: "FuzzÜnï\n" },
    { Action: "output", Package: "acme/none", Output: "?   \tacme/none\t[no test files]\n" },
  ];

  const tests = listedTests(events.map((event) => JSON.stringify(event)).join("\n"), go);

  expect(plain(tests)).toEqual([
    "acme/albums > TestLists = TestLists",
    "acme/albums > ExampleAlbum_Add = ExampleAlbum_Add",
    "acme/photos > TestLists = TestLists",
    "acme/photos > FuzzÜnï = FuzzÜnï",
  ]);
});

test("go test runs one test of one package, with the user's options", () => {
  const parts = ofCommand("go test", "./... -race -run TestL -tags integration -timeout=30s -count 3");
  const placeholders = { name: "TestLists", file: "acme/albums" };

  expect(commandWords(go.list.command, parts, go).join(" ")).toBe(
    "go test -json -list . ./... -race -tags integration -timeout=30s",
  );
  expect(commandWords(go.run.command, parts, go, placeholders).join(" ")).toBe(
    "go test -json -count=1 -run ^TestLists$ -race -tags integration -timeout=30s acme/albums",
  );
});

test("dotnet test is listed by assembly, and a method's cases are one test", () => {
  const listing = `  Determining projects to restore...
Test run for /src/bin/Debug/net8.0/Acme.Tests.dll (.NETCoreApp,Version=v8.0)
VSTest version 17.11.1 (x64)

The following Tests are available:
    Acme.Tests.Albums.Adds(size: 1, name: "a.b")
    Acme.Tests.Albums.Adds(size: 2, name: "c")
    Acme.Tests.Albums.Lists
Test run for C:\\src\\Other.Tests.dll (.NETCoreApp,Version=v8.0)
The following Tests are available:
    Lists
`;

  expect(plain(listedTests(listing, dotnet))).toEqual([
    "Acme.Tests.dll > Acme > Tests > Albums > Adds = Acme.Tests.Albums.Adds",
    "Acme.Tests.dll > Acme > Tests > Albums > Lists = Acme.Tests.Albums.Lists",
    "Other.Tests.dll > Lists = Lists",
  ]);
});

test("dotnet test runs one method, with the user's options", () => {
  const parts = ofCommand(
    "dotnet test",
    "Acme.sln -c Release --filter Category=Cloud -- RunConfiguration.MaxCpuCount=1",
  );
  const placeholders = { name: "Acme.Albums.Adds", folder: "/scratch" };

  expect(commandWords(dotnet.run.command, parts, dotnet, placeholders)).toEqual([
    ..."dotnet test --filter FullyQualifiedName=Acme.Albums.Adds|Name=Acme.Albums.Adds --logger trx".split(
      " ",
    ),
    ..."--results-directory /scratch Acme.sln -c Release -- RunConfiguration.MaxCpuCount=1".split(" "),
  ]);
});

test("pytest keeps the user's options, and not what they filter by", () => {
  const parts = ofCommand(
    "python -m pytest",
    "tests -k album -x --tb short other/test_a.py --junitxml out.xml",
  );
  const placeholders = { name: "tests/test_a.py::test_x[1]", results: "/scratch/results" };

  expect(commandWords(pytest.run.command, parts, pytest, placeholders).join(" ")).toBe(
    "python -m pytest -k album -x --tb short --rootdir=. --junitxml=/scratch/results tests/test_a.py::test_x[1]",
  );
});

const one: ListedTest = { id: "a > Adds", file: "a", titles: ["Adds"], name: "Adds" };

test("the worst of a test's cases counts, and their times add up", () => {
  const trx = (...outcomes: string[]) =>
    outcomes
      .map(
        (outcome) => `<UnitTestResult testName="Adds(${outcome})" outcome="${outcome}" duration="00:00:01"/>`,
      )
      .join("");
  const end = { exitCode: 0, stdout: "", lastLines: [] };

  expect(readResult(one, dotnet, end, [trx("Passed", "NotExecuted"), trx("Passed")])).toEqual({
    id: "a > Adds",
    status: "passed",
    ms: 3000,
  });
  expect(readResult(one, dotnet, end, [trx("Passed", "Failed")])).toMatchObject({
    status: "failed",
    ms: 2000,
  });
  expect(readResult(one, dotnet, end, [trx("NotExecuted")])).toMatchObject({ status: "skipped" });
});

test("a run that reports nothing, or ends badly, has failed", () => {
  const end = { exitCode: 0, stdout: "", lastLines: ["no tests to run"] };

  expect(readResult(one, go, end, [])).toMatchObject({
    status: "failed",
    message: expect.stringContaining("no tests to run"),
  });
  const crashed = { exitCode: 2, stdout: `{"Action":"pass","Test":"Adds"}`, lastLines: [] };
  expect(readResult(one, go, crashed, [])).toMatchObject({
    status: "failed",
    message: expect.stringContaining("exit code 2"),
  });
});
