import { expect, test } from "vitest";
import { githubAnnotations, githubSummary, lineOf } from "../../../../src/report/index.ts";
import {
  create,
  documentOf,
  hybridReport,
  hybridTest,
  mixedReport,
  silent,
  unknown,
} from "../run/reports.ts";

test("what fails or is unsafe is an error, what only differs a warning", () => {
  const document = documentOf(mixedReport());

  const lines = githubAnnotations(document, ({ file }) => ({ file: `web/${file}`, line: 3 }));

  expect(lines).toEqual([
    "::error file=web/album.test.js,line=3,title=makes an album again%3A passes locally%2C fails in the cloud%3A a deployment-safety violation::" +
      "Container_Create response.status: emulator 201, cloud 409%0ARestError: Try later.%0A" +
      "cause: Container_Create answers 201 on the emulator and 409 on the cloud%0A" +
      "reproduce: touchstone run --policy always --only 'album.test.js > makes an album again' -- npx vitest run",
    expect.stringMatching(
      /^::warning file=web\/album\.test\.js,line=3,title=is told that it's being deleted%3A fails/,
    ),
    expect.stringMatching(/^::warning .*title=uploads%3A passed on both/),
    expect.stringMatching(/^::warning .*title=is not the same twice%3A is flaky/),
  ]);
});

test("no text of a test can end an annotation or begin another", () => {
  const title = "100%, a:b\r\n::error::gotcha";
  const report = hybridReport([
    hybridTest({ title, decision: silent, emulator: "failed", message: "a%0Ab\n::stop::" }),
  ]);

  const [line, ...more] = githubAnnotations(documentOf(report), ({ file }) => ({ file: `${file},line=9` }));

  expect(more).toEqual([]);
  expect(line).toBe(
    "::error file=album.test.js%2Cline=9,title=100%25%2C a%3Ab%0D%0A%3A%3Aerror%3A%3Agotcha%3A fails on the emulator%2C " +
      "which counts%3A it sent nothing%2C while requests of others were seen::a%250Ab",
  );
});

test("more than GitHub shows are counted in the last", () => {
  const tests = Array.from({ length: 25 }, (_, at) =>
    hybridTest({ title: `${at}`, decision: silent, emulator: "failed", message: "no" }),
  );

  const lines = githubAnnotations(documentOf(hybridReport(tests)), ({ file }) => ({ file }));

  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("::error title=Touchstone::16 more are in the job summary");
});

test("what stands in no file, as a runner that fails, has an annotation without a place", () => {
  const document = documentOf(
    hybridReport([hybridTest({ title: "adds", decision: silent })], { unexplainedExit: 1 }),
  );

  expect(githubAnnotations(document, () => undefined)).toEqual([
    "::error title=vitest failed as a whole::ended with exit code 1, though no test failed",
  ]);
});

test("the line is where the failure says, else where the title is written", () => {
  const source = "import x\n\ntest('it\\'s \"there\"', () => {\n});\n";
  const test = { file: "a.test.js", titles: ["photos", `it's "there"`], messages: {} };

  expect(lineOf(test, source)).toBe(3);
  expect(lineOf({ ...test, messages: { cloud: "no\n  at /home/me/a.test.js:4:7" } }, source)).toBe(4);
  expect(lineOf({ ...test, titles: ["elsewhere"] }, source)).toBeUndefined();
});

test("the summary opens with what makes decisions believable, and holds any text as it is", () => {
  const title = "a | b `c` *d* <img src=x> [e](f)";
  const hostile = hybridTest({
    title,
    decision: unknown,
    did: [create("a")],
    cloud: { status: "failed", message: "```\n# not a heading", did: [create("a", 409)] },
  });

  const summary = githubSummary(documentOf(hybridReport([hostile])));

  expect(summary).toMatchInlineSnapshot(`
    "## ❌ Touchstone: 1 test on azurite 3.35.0 · policy monitor · 12.4 s

    - decided: 0 kept · 1 sent · 0 not observed
    - requests: attributed by vitest, tier 1: each request is known by its test
    - cost: 1 of 1 request sent to the cloud, &lt;$0.0001 of &lt;$0.0001 · 0.0% of the requests saved

    ### ❌ <code>album.test.js > a &#124; b &#96;c&#96; &#42;d&#42; &lt;img src=x> &#91;e&#93;(f)</code>

    passes locally, fails in the cloud: a deployment-safety violation.
    Cause: Container\\_Create answers 201 on the emulator and 409 on the cloud.

    \`\`\`
    Container_Create                 emulator   │ cloud
    response.status                  201        │ 409
    response.header.etag             "‹etag#1›" │ nothing
    response.header.x-ms-error-code  nothing    │ ContainerBeingDeleted
    response.body.Error<>            nothing    │ 2 elements
    response.body.Error.Code         nothing    │ ContainerBeingDeleted
    \`\`\`

    \`\`\`\`
    \`\`\`
    # not a heading
    \`\`\`\`

    \`\`\`sh
    touchstone run --policy always --only 'album.test.js > a | b \`c\` *d* <img src=x> [e](f)' -- npx vitest run
    \`\`\`

    ### Where emulator and cloud do not agree

    | | tests | discrepant tests | discrepant results | safety violations | false alarms |
    |---|--:|--:|--:|--:|--:|
    | <code>album.test.js</code> | 1 | 1 | 1 | 1 | 0 |
    | <code>all</code> | 1 | 1 | 1 | 1 | 0 |

    | discrepant operation | tests that use it | known |
    |---|--:|---|
    | <code>azure-blob Container&#95;Create</code> | 1 | seen |

    | fix next | discrepant tests left | discrepant results left |
    |---|--:|--:|
    | <code>azure-blob Container&#95;Create</code> | 0 | 0 |

    "
  `);
});
