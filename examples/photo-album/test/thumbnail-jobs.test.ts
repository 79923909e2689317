import assert from "node:assert/strict";
import { connect } from "../src/services.ts";
import { type ThumbnailJob, ThumbnailJobs } from "../src/thumbnail-jobs.ts";
import { fresh } from "./names.ts";
import { describe, test } from "./runner.ts";

const { queues } = connect();

async function openQueue(): Promise<ThumbnailJobs> {
  const jobs = new ThumbnailJobs(queues, fresh("jobs"));
  await jobs.open();
  return jobs;
}

describe("thumbnail jobs", () => {
  test("wait until somebody works", async () => {
    const jobs = await openQueue();

    await jobs.ask({ album: "trip", photo: "a" });
    await jobs.ask({ album: "trip", photo: "b" });

    assert.equal(await jobs.count(), 2);
  });

  test("are done once each", async () => {
    const jobs = await openQueue();
    const asked = Array.from({ length: 10 }, (_, at) => ({ album: "trip", photo: `${at} & <more>` }));
    for (const job of asked) await jobs.ask(job);
    const seen: ThumbnailJob[] = [];

    const done = await jobs.work(async (job) => void seen.push(job));

    assert.equal(done, 10);
    assert.deepEqual(seen, asked);
    assert.equal(await jobs.count(), 0);
  });

  test("are put aside when they keep failing", async () => {
    const jobs = await openQueue();
    await jobs.ask({ album: "trip", photo: "broken" });
    let tried = 0;

    const done = await jobs.work(async () => {
      tried++;
      throw new Error("no picture");
    });

    assert.deepEqual({ done, tried }, { done: 0, tried: 2 });
    assert.deepEqual(await jobs.failures(), [{ album: "trip", photo: "broken" }]);
  });

  test("can be removed", async () => {
    const jobs = await openQueue();

    await jobs.close();

    await assert.rejects(jobs.count(), { statusCode: 404 });
  });
});
