import { expect, test } from "vitest";
import { Observations } from "../../../../src/hybrid/run/observations.ts";
import type { Attribution } from "../../../../src/wire/index.ts";
import { exchangeOf } from "../exchanges.ts";

const file = "a.test.js";

function sent(observations: Observations, id: number, by: Omit<Attribution, "tier">): void {
  const sketch = { method: "PUT", target: `/devstoreaccount1/c${id}?restype=container`, status: 201 };
  observations.add({ ...exchangeOf(sketch, id), by: { tier: 1, ...by } });
}

function exchangesOf(observations: Observations, id: string): readonly number[] {
  return observations.of(id, file).read.map(({ exchange }) => exchange);
}

test("what belongs to nobody, a file's set-up, the tests around and the tests inside count for a test", () => {
  const observations = new Observations();
  sent(observations, 1, {});
  sent(observations, 2, { file });
  sent(observations, 3, { file, test: `${file} > outer` });
  sent(observations, 4, { file, test: `${file} > outer > inner` });
  sent(observations, 5, { file, test: `${file} > outer > other` });
  sent(observations, 6, { file, test: `${file} > outermost` });
  sent(observations, 7, { file: "b.test.js" });

  expect(exchangesOf(observations, `${file} > outer`)).toEqual([1, 2, 3, 4, 5]);
  expect(exchangesOf(observations, `${file} > outer > inner`)).toEqual([1, 2, 3, 4]);
  expect(exchangesOf(observations, `${file} > outermost`)).toEqual([1, 2, 6]);
  expect(exchangesOf(observations, `${file} > silent`)).toEqual([1, 2]);
  expect(observations.of(`${file} > outer`, file).requests).toBe(1);
});

test("what another test has made is told, unless the test or its set-up made it too", () => {
  const observations = new Observations();
  const use = (id: number, container: string, name: string) => {
    const sketch = { method: "PUT", target: `/devstoreaccount1/${container}/a.txt`, status: 201 };
    const by = { tier: 1, file, test: `${file} > ${name}` } as const;
    observations.add({ ...exchangeOf({ ...sketch, headers: [["x-ms-blob-type", "BlockBlob"]] }, id), by });
  };
  sent(observations, 1, { file, test: `${file} > makes` });
  use(2, "c1", "makes");
  use(3, "c1", "uses");
  sent(observations, 4, { file });
  use(5, "c4", "is set up");

  expect(observations.of(`${file} > uses`, file).shared).toEqual({ name: "c1", madeBy: `${file} > makes` });
  expect(observations.of(`${file} > makes`, file).shared).toBeUndefined();
  expect(observations.of(`${file} > is set up`, file).shared).toBeUndefined();
});
