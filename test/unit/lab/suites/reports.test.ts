import { expect, test } from "vitest";
import { readGoEvents } from "../../../../src/lab/suites/declared/results/go-events.ts";
import { readJsonLines } from "../../../../src/lab/suites/declared/results/json-lines.ts";
import { readJunit } from "../../../../src/lab/suites/declared/results/junit.ts";
import { readTap } from "../../../../src/lab/suites/declared/results/tap.ts";
import { readTrx } from "../../../../src/lab/suites/declared/results/trx.ts";

test("a JUnit report tells of its cases", () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<!-- <testcase name="not this one"/> -->
<testsuites><testsuite name="pytest" errors="1" failures="1" tests="5">
  <testcase classname="tests.test_a.TestGroup" name="test_x[a&amp;b &lt;c&gt; &#233; &#x1F642;]" time="0.25" />
  <testcase classname="tests.test_a" name="fails"><failure message="assert 1 == 2&#10;more">def fails(): ...</failure></testcase>
  <testcase classname="tests.test_a" name='errs'><error><![CDATA[no <bucket>]]></error></testcase>
  <testcase classname="" name="skipped"><skipped type="pytest.skip"/></testcase>
  <testsuite name="inside"><testcase name="nested" time="n/a"><system-out>ok</system-out></testcase></testsuite>
</testsuite></testsuites>`;

  expect(readJunit(xml)).toEqual([
    { name: "tests.test_a.TestGroup.test_x[a&b <c> é 🙂]", status: "passed", ms: 250 },
    { name: "tests.test_a.fails", status: "failed", message: "assert 1 == 2\nmore" },
    { name: "tests.test_a.errs", status: "failed", message: "no <bucket>" },
    { name: "skipped", status: "skipped" },
    { name: "nested", status: "passed" },
  ]);
});

test("a TAP report tells of its points", () => {
  const tap = `TAP version 14
# Subtest: group
    ok 1 - inside
ok 1 - group # time=3ms
not ok 2 - has \\# in it
  ---
  duration_ms: 12.5
  message: "it's gone"
  ...
not ok 3 - long
  ---
  message: |-
    first line
    second line
  severity: fail
  ...
ok 4 - later # SKIP no bucket
not ok 5 - some day # TODO
not ok 6
# Failed test
# in albums.t
ok
1..7`;

  expect(readTap(tap)).toEqual([
    { name: "group # time=3ms", status: "passed" },
    { name: "has # in it", status: "failed", ms: 12.5, message: "it's gone" },
    { name: "long", status: "failed", message: "first line\nsecond line" },
    { name: "later", status: "skipped" },
    { name: "some day", status: "skipped" },
    { name: "", status: "failed", message: "Failed test\nin albums.t" },
    { name: "", status: "passed" },
  ]);
});

test("go test's events tell of its tests, and of what fails inside of them", () => {
  const lines = [
    { Action: "start", Package: "acme/albums" },
    { Action: "run", Package: "acme/albums", Test: "TestLists" },
    { Action: "output", Package: "acme/albums", Test: "TestLists", Output: "=== RUN   TestLists\n" },
    {
      Action: "output",
      Package: "acme/albums",
      Test: "TestLists/empty",
      Output: "    albums_test.go:9: want 0\n",
    },
    {
      Action: "output",
      Package: "acme/albums",
      Test: "TestLists/empty",
      Output: "    --- FAIL: TestLists/empty\n",
    },
    { Action: "fail", Package: "acme/albums", Test: "TestLists/empty", Elapsed: 0 },
    { Action: "fail", Package: "acme/albums", Test: "TestLists", Elapsed: 0.5 },
    { Action: "pass", Package: "acme/albums", Test: "TestAdds", Elapsed: 0.01 },
    { Action: "skip", Package: "acme/albums", Test: "TestLater", Elapsed: 0 },
    { Action: "fail", Package: "acme/albums", Elapsed: 0.6 },
  ];
  const text = `# acme/other\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n{not json`;

  expect(readGoEvents(text)).toEqual([
    { name: "TestLists", status: "failed", ms: 500, message: "albums_test.go:9: want 0" },
    { name: "TestAdds", status: "passed", ms: 10 },
    { name: "TestLater", status: "skipped", ms: 0 },
  ]);
});

test("a trx report tells of its results", () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
  <UnitTestResult testName="Acme.Albums.Adds(size: 1)" outcome="Passed" duration="00:01:01.2500000" />
  <UnitTestResult testName="Acme.Albums.Lists" outcome="Failed" duration="00:00:00.0010000">
    <Output><ErrorInfo><Message>Assert.Equal() &quot;a&quot;</Message><StackTrace>at Acme</StackTrace></ErrorInfo></Output>
  </UnitTestResult>
  <UnitTestResult testName="Acme.Albums.Later" outcome="NotExecuted" />
  <UnitTestResult testName="Acme.Albums.Hangs" outcome="Timeout" />
</Results></TestRun>`;

  expect(readTrx(xml)).toEqual([
    { name: "Acme.Albums.Adds(size: 1)", status: "passed", ms: 61_250 },
    { name: "Acme.Albums.Lists", status: "failed", ms: 1, message: 'Assert.Equal() "a"' },
    { name: "Acme.Albums.Later", status: "skipped" },
    { name: "Acme.Albums.Hangs", status: "failed", message: "Timeout" },
  ]);
});

test("JSON lines that are no results are passed over", () => {
  const text = `collecting…\n{"name":"a","status":"passed","ms":1}\n{"name":"b"}\n{"name":"c","status":"broken"}\n[1]\n{"name":"d","status":"failed","message":"no"}`;

  expect(readJsonLines(text)).toEqual([
    { name: "a", status: "passed", ms: 1 },
    { name: "d", status: "failed", message: "no" },
  ]);
});
