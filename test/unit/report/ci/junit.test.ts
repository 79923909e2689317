import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { expect, test } from "vitest";
import { junitXml } from "../../../../src/report/index.ts";
import {
  create,
  documentOf,
  hybridReport,
  hybridTest,
  mixedReport,
  silent,
  unknown,
} from "../run/reports.ts";

/** Read strictly: what a reader would only warn of is an error here. */
function read(xml: string) {
  const onError = (_level: string, message: string) => {
    throw new Error(`${message} in ${xml}`);
  };
  return new DOMParser({ onError }).parseFromString(xml, "text/xml");
}

test("each test has the result that counts, and a property for each part of its decision", () => {
  const report = hybridReport([
    hybridTest({
      title: "makes an album again",
      decision: unknown,
      did: [create("a")],
      cloud: { status: "failed", message: "RestError: Try later.\nat line 7", did: [create("a", 409)] },
    }),
    hybridTest({ title: "waits", decision: unknown, did: [create("b")], unsent: "no account is there" }),
    hybridTest({ title: "comes later", decision: silent, emulator: "skipped" }),
  ]);

  const xml = junitXml(
    documentOf({ ...report, broken: [{ id: "b.test.js", status: "failed", message: "no" }] }),
  );

  expect(xml.replaceAll(/[0-9a-f]{64}/g, "HASH")).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="touchstone" tests="4" failures="1" errors="1" skipped="2" time="12.400" timestamp="2026-11-16T10:00:00">
    <testsuite name="album.test.js" tests="3" failures="1" errors="0" skipped="2" time="0.036" timestamp="2026-11-16T10:00:00" file="album.test.js">
    <properties>
    <property name="touchstone.run" value="7f3a9c01"/>
    <property name="touchstone.policy" value="monitor"/>
    <property name="touchstone.tier" value="1"/>
    </properties>
    <testcase name="makes an album again" classname="album.test.js" file="album.test.js" time="0.012">
    <properties>
    <property name="touchstone.decision" value="not on the safe list"/>
    <property name="touchstone.reason" value="it has never been on the cloud"/>
    <property name="touchstone.target" value="cloud"/>
    <property name="touchstone.verdict" value="unsafe"/>
    <property name="touchstone.fingerprint" value="HASH"/>
    <property name="touchstone.difference" value="Container_Create response.status"/>
    <property name="touchstone.cause" value="Container_Create answers 201 on the emulator and 409 on the cloud"/>
    <property name="touchstone.reproduce" value="touchstone run --policy always --only 'album.test.js &gt; makes an album again' -- npx vitest run"/>
    </properties>
    <failure message="RestError: Try later." type="failure"><![CDATA[RestError: Try later.
    at line 7
    passes locally, fails in the cloud: a deployment-safety violation
      Container_Create                 emulator   │ cloud
      response.status                  201        │ 409
      response.header.etag             "‹etag#1›" │ nothing
      response.header.x-ms-error-code  nothing    │ ContainerBeingDeleted
      response.body.Error<>            nothing    │ 2 elements
      response.body.Error.Code         nothing    │ ContainerBeingDeleted]]></failure>
    </testcase>
    <testcase name="waits" classname="album.test.js" file="album.test.js" time="0.012">
    <properties>
    <property name="touchstone.decision" value="not on the safe list"/>
    <property name="touchstone.reason" value="it has never been on the cloud"/>
    <property name="touchstone.target" value="cloud"/>
    <property name="touchstone.fingerprint" value="HASH"/>
    <property name="touchstone.unsent" value="no account is there"/>
    </properties>
    <skipped message="needs the cloud, and was not sent: no account is there"/>
    </testcase>
    <testcase name="comes later" classname="album.test.js" file="album.test.js" time="0.012">
    <properties>
    <property name="touchstone.decision" value="sent nothing"/>
    <property name="touchstone.reason" value="it sent nothing, while requests of others were seen"/>
    <property name="touchstone.target" value="emulator"/>
    <property name="touchstone.fingerprint" value="HASH"/>
    </properties>
    <skipped/>
    </testcase>
    </testsuite>
    <testsuite name="b.test.js" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="2026-11-16T10:00:00" file="b.test.js">
    <properties>
    <property name="touchstone.run" value="7f3a9c01"/>
    <property name="touchstone.policy" value="monitor"/>
    <property name="touchstone.tier" value="1"/>
    </properties>
    <testcase name="as a whole" classname="b.test.js" file="b.test.js">
    <error message="no" type="error"><![CDATA[no]]></error>
    </testcase>
    </testsuite>
    </testsuites>
    "
  `);
});

test("counts are those of the cases", () => {
  const document = read(junitXml(documentOf(mixedReport())));
  const [suites] = document.getElementsByTagName("testsuites");

  expect(["tests", "failures", "errors", "skipped"].map((name) => suites?.getAttribute(name))).toEqual([
    "6",
    "2",
    "0",
    "0",
  ]);
  expect(document.getElementsByTagName("testcase").length).toBe(6);
  expect(document.getElementsByTagName("failure").length).toBe(2);
});

test("whatever titles and messages hold, readers get it back", () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 30 }).map((some) => `<${some}]]>&"`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
  const known = /^[\u0009\u000a\u0020-\ud7ff\ue000-\ufffc]*$/;

  fc.assert(
    fc.property(text, text, (title, message) => {
      const test = hybridTest({ title, decision: silent, emulator: "failed", message });
      const document = read(junitXml(documentOf(hybridReport([test]))));

      const [one] = document.getElementsByTagName("testcase");
      if (known.test(title)) expect(one?.getAttribute("name")).toBe(title);
      expect(document.getElementsByTagName("failure").length).toBe(1);
    }),
    { numRuns: 60, examples: [["\u0000\u001b\ud800\uffff", "\u001b[31mred\u001b[0m\r\n"]] },
  );
});
