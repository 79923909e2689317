import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fresh } from "../../app/src/fresh.ts";
import { Jobs } from "../../app/src/jobs.ts";

async function openJobs(name = fresh("jobs")): Promise<Jobs> {
  const jobs = new Jobs(name);
  await jobs.open();
  return jobs;
}

function textsOf(taken: readonly { text: string }[]): string[] {
  return taken.map(({ text }) => text);
}

void describe("jobs", { concurrency: true }, () => {
  void test("are taken and done", async () => {
    const jobs = await openJobs("plain-jobs");
    await jobs.ask("paint");

    const [job] = await jobs.take();
    assert.equal(job?.text, "paint");
    await jobs.done(job);

    assert.equal(await jobs.count(), 0);
  });

  void test("can be looked at", async () => {
    const jobs = await openJobs();
    await jobs.ask("look");

    assert.equal(await jobs.next(), "look");
    assert.equal(await jobs.count(), 1);
  });

  void test("can be looked at", async () => {
    const jobs = await openJobs();

    assert.equal(await jobs.next(), undefined);
  });

  void test("are given back with a remark", async () => {
    const jobs = await openJobs();
    await jobs.ask("mend");
    const [job] = await jobs.take();
    assert.ok(job);

    await jobs.giveBack(job, "mend, no glue");

    const [again] = await jobs.take();
    assert.deepEqual([again?.text, again?.tries], ["mend, no glue", 2]);
  });

  for (const text of ["plain", "<b>&amp;</b>", "(a|b)* [c]+ $"]) {
    void test(`may say ${text}`, async () => {
      const jobs = await openJobs();

      await jobs.ask(text);

      assert.deepEqual(textsOf(await jobs.take()), [text]);
    });
  }

  void test("come in the order they were asked for", async () => {
    const jobs = await openJobs();
    await jobs.ask("first");
    await jobs.ask("second");

    assert.deepEqual(textsOf(await jobs.take(2)), ["first", "second"]);
  });

  void test("come with the last one first", async () => {
    const jobs = await openJobs();
    await jobs.ask("first");
    await jobs.ask("second");

    assert.deepEqual(textsOf(await jobs.take(2)), ["second", "first"]);
  });

  void test("come in any order", async () => {
    const jobs = await openJobs();
    await jobs.ask("first");
    await jobs.ask("second");

    assert.deepEqual(textsOf(await jobs.take(2)).toSorted(), ["first", "second"]);
  });

  void test("are counted", async () => {
    const jobs = await openJobs();
    for (const text of ["a", "b", "c"]) await jobs.ask(text);

    assert.equal(await jobs.count(), 3);
  });

  void test("are counted roughly", async () => {
    const jobs = await openJobs();
    for (const text of ["a", "b", "c"]) await jobs.ask(text);

    assert.equal(await jobs.count(), 2);
  });

  void test("may be described at length", async () => {
    const jobs = await openJobs();

    await jobs.ask("word ".repeat(10_000));

    assert.equal(await jobs.count(), 1);
  });

  void test("must be described briefly", async () => {
    const jobs = await openJobs();

    await assert.rejects(jobs.ask("word ".repeat(10_000)), { statusCode: 413 });
  });

  void test.skip("are paid for", async () => {
    await openJobs("payroll");
  });
});

void describe("queues", () => {
  void test("are emptied", async () => {
    const jobs = await openJobs();
    await jobs.ask("forget me");

    await jobs.forgetAll();

    assert.equal(await jobs.next(), undefined);
  });

  void test("keep what they have been told", async () => {
    const jobs = await openJobs();
    await jobs.ask("remember me");

    await jobs.forgetAll();

    assert.equal(await jobs.next(), "remember me");
  });

  void test("are opened again after they were closed", async () => {
    const jobs = await openJobs();
    await jobs.close();

    await jobs.open();

    assert.equal(await jobs.count(), 0);
  });

  void test("take their time to close", async () => {
    const jobs = await openJobs();
    await jobs.close();

    await assert.rejects(jobs.open(), { code: "QueueBeingDeleted" });
  });

  void test("have labels", async (context) => {
    await context.test("that can be read", async () => {
      const jobs = await openJobs();
      await jobs.label({ owner: "ann" });
      assert.deepEqual(await jobs.labels(), { owner: "ann" });
    });
  });

  void test("have names that nobody else has", () => {
    assert.notEqual(fresh("jobs"), fresh("jobs"));
  });
});
