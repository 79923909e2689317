import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { compareTraces } from "../../../src/clouds/canonical/compare.ts";
import { learnNoise } from "../../../src/clouds/canonical/noise.ts";
import { stepOf } from "../../../src/clouds/canonical/step.ts";
import { albumOf, exchangeOf, readAll, type Sketch } from "./exchanges.ts";

function fingerprint(sketches: readonly Sketch[], noise?: readonly string[]): string {
  return canonicalise(readAll(sketches), { noise: new Set(noise) }).fingerprint;
}

describe("the same behaviour has the same fingerprint", () => {
  test("whatever ETags, request ids, hosts and dates it has", () => {
    const later = albumOf({ etag: "0xABC" }).map((sketch) => ({ ...sketch, at: "2027-01-01T00:00:00.000Z" }));

    expect(canonicalise(readAll(later, "127.0.0.1:40123")).fingerprint).toBe(fingerprint(albumOf()));
  });

  test("in whatever order independent resources were touched", () => {
    const [one, other] = [albumOf({ container: "one" }), albumOf({ container: "other", etag: "0x2" })];
    const interleaving = fc.infiniteStream(fc.boolean());

    fc.assert(
      fc.property(interleaving, (choices) => {
        const [left, right] = [[...one], [...other]];
        const merged: Sketch[] = [];
        for (const isLeft of choices) {
          const next = (isLeft ? left : right).shift() ?? (isLeft ? right : left).shift();
          if (next === undefined) break;
          merged.push(next);
        }
        expect(fingerprint(merged)).toBe(fingerprint([...one, ...other]));
      }),
    );
  });

  test("however often the same was read", () => {
    const [create, upload, read, ...rest] = albumOf();
    if (create === undefined || upload === undefined || read === undefined) throw new Error("no album");

    const polled = canonicalise(readAll([create, upload, read, read, read, ...rest]));

    expect(polled.fingerprint).toBe(fingerprint(albumOf()));
    expect(polled.steps[2]?.exchanges).toEqual([3, 4, 5]);
  });
});

describe("another behaviour has another fingerprint", () => {
  const mutations: Readonly<Record<string, (sketch: Sketch) => Sketch>> = {
    "another status": (sketch) => ({ ...sketch, status: sketch.status + 1 }),
    "another target": (sketch) => ({ ...sketch, target: sketch.target.replace("a.txt", "b.txt") }),
    "another parameter": (sketch) => ({
      ...sketch,
      target: `${sketch.target}${sketch.target.includes("?") ? "&" : "?"}timeout=7`,
    }),
    "another header": (sketch) => ({ ...sketch, headers: [...(sketch.headers ?? []), ["x-ms-meta-a", "1"]] }),
    "another body": (sketch) => ({ ...sketch, body: `${sketch.body ?? ""}!` }),
    "another answer": (sketch) => ({ ...sketch, answerBody: `${sketch.answerBody ?? ""}?` }),
    "another error": (sketch) => ({
      ...sketch,
      answer: [...(sketch.answer ?? []), ["x-ms-error-code", "SomethingElse"]],
    }),
    "another condition": (sketch) => ({
      ...sketch,
      headers: [...(sketch.headers ?? []), ["If-None-Match", '"0xother"']],
    }),
  };

  test("for every single change of every exchange", () => {
    const original = fingerprint(albumOf());
    for (const [at] of albumOf().entries()) {
      for (const [name, mutate] of Object.entries(mutations)) {
        const changed = albumOf().map((sketch, index) => (index === at ? mutate(sketch) : sketch));
        if (JSON.stringify(changed) === JSON.stringify(albumOf())) continue;
        expect(fingerprint(changed), `${name} in exchange ${at}`).not.toBe(original);
      }
    }
  });

  test("if what flowed from an answer into a request no longer does", () => {
    const broken = albumOf().map((sketch) =>
      sketch.headers?.some(([name]) => name === "If-Match")
        ? { ...sketch, headers: [["If-Match", '"0x10"']] as const }
        : sketch,
    );

    expect(fingerprint(broken)).not.toBe(fingerprint(albumOf()));
  });

  test("if what depends on each other came in another order", () => {
    const [create, upload, read, remove, again] = albumOf();
    const swapped = [create, upload, remove, read, again].flatMap((sketch) => sketch ?? []);

    expect(fingerprint(swapped)).not.toBe(fingerprint(albumOf()));
  });

  test("if a write was repeated", () => {
    const [create, upload, ...rest] = albumOf();
    const twice = [create, upload, upload, ...rest].flatMap((sketch) => sketch ?? []);

    expect(fingerprint(twice)).not.toBe(fingerprint(albumOf()));
  });

  test("where exact sequences are asked for, also if only the polling differs", () => {
    const polled = [...albumOf(), ...albumOf().slice(-1)];
    const exact = (sketches: readonly Sketch[]) =>
      canonicalise(readAll(sketches), { mode: "exact" }).fingerprint;

    expect(exact(polled)).not.toBe(exact(albumOf()));
  });
});

test("what differs between two runs on the same emulator is noise, and named by first use", () => {
  const [first, second] = [albumOf({ container: "photos-81723" }), albumOf({ container: "photos-99120" })];

  const { places, isStable } = learnNoise(readAll(first), readAll(second));

  expect(isStable).toBe(true);
  expect(places).toContainEqual(
    expect.stringMatching(/^azure-blob Container_Create request\.path\[1\] ~ 2:1:[0-9a-f]{16}$/),
  );
  expect(fingerprint(first, places)).toBe(fingerprint(second, places));
  expect(fingerprint(first)).not.toBe(fingerprint(second));
  const moved = first.map((sketch, at) =>
    at === 1 ? { ...sketch, target: "/devstoreaccount1/elsewhere-123/a.txt" } : sketch,
  );
  expect(fingerprint(moved, places)).not.toBe(fingerprint(first, places));
});

test("two runs that did not do the same are not stable", () => {
  expect(learnNoise(readAll(albumOf()), readAll(albumOf().slice(1))).isStable).toBe(false);
});

test("texts for people are compared softly, everything else strictly", () => {
  const emulator = canonicalise(readAll(albumOf()));
  const reworded = canonicalise(readAll(albumOf({ message: "The blob does not exist." })));
  const conflict = albumOf().map((sketch, at) => (at === 0 ? { ...sketch, status: 409 } : sketch));

  expect(compareTraces(emulator, reworded)).toEqual({
    differences: [],
    tolerated: ["Blob_Download response.body.Error.Message"],
  });
  expect(compareTraces(emulator, canonicalise(readAll(conflict))).differences).toEqual([
    {
      operation: "Container_Create",
      place: "response.status",
      emulator: "201",
      cloud: "409",
      exchanges: { emulator: 1, cloud: 1 },
    },
  ]);
});

test.each([
  [{ outcome: "upstream-failed", problem: "it broke" }, "did not complete: it broke"],
  [{ fault: "throttle (rules[0])" }, "met a fault that was asked for"],
  [{ operation: "unknown", service: null }, "is no known operation"],
] as const)("nothing is concluded from %j", (change, problem) => {
  const [sketch] = albumOf();
  if (sketch === undefined) throw new Error("no album");

  const { problems } = canonicalise([stepOf({ ...exchangeOf(sketch, 1), ...change })]);

  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("behind a step that only one of them has, steps lie side by side again", () => {
  const [create, upload, read, remove, missing] = albumOf();
  if (!create || !upload || !read || !remove || !missing) throw new Error("no album");
  const other = { method: "HEAD", target: upload.target, status: 200 };
  const differencesOf = (emulator: Sketch[], cloud: Sketch[]) =>
    compareTraces(canonicalise(readAll(emulator)), canonicalise(readAll(cloud))).differences.map(
      ({ operation, place }) => `${operation} ${place}`,
    );

  expect(
    differencesOf([create, upload, other, remove], [create, upload, { ...remove, status: 409 }]),
  ).toEqual(["Blob_GetProperties step", "Blob_Delete response.status"]);
  expect(differencesOf([create, upload], [create, other, remove, missing])).toEqual([
    "BlockBlob_Upload step",
    "Blob_GetProperties step",
    "Blob_Delete step",
    "Blob_Download step",
  ]);
  expect(differencesOf([], [create])).toEqual(["Container_Create step"]);
});

test("ids and times in messages are no difference, and take no names from others", () => {
  const messageOf = (end: string) => `The blob is not there.${end}`;
  const request = "RequestId:1a0c5d4e-0000-4000-8000-00000000000a\nTime:2026-11-15T10:00:00.123Z";
  const another = "RequestId:2b1c5d4e-0000-4000-8000-00000000000b\nTime:2026-11-15T11:11:11.456Z";
  const named = {
    method: "PUT",
    target: "/devstoreaccount1/a-7f3a9c00-0000-4000-8000-000000000001?restype=container",
  };
  const traceOf = (end: string) =>
    canonicalise(readAll([...albumOf({ message: messageOf(end) }), { ...named, status: 201 }]));

  expect(compareTraces(traceOf(request), traceOf(another))).toEqual({ differences: [], tolerated: [] });
  expect(compareTraces(traceOf(request), traceOf(""))).toEqual({
    differences: [],
    tolerated: ["Blob_Download response.body.Error.Message"],
  });
});

test("names of metadata keep their letters", () => {
  const [create, upload] = albumOf();
  if (create === undefined || upload === undefined) throw new Error("no album");
  const read = { method: "HEAD", target: upload.target, status: 200 };
  const answered = (name: string) => [create, upload, { ...read, answer: [[name, "Ann"] as const] }];

  const { differences } = compareTraces(
    canonicalise(readAll(answered("x-ms-meta-TakenBy"))),
    canonicalise(readAll(answered("x-ms-meta-takenby"))),
  );

  expect(differences.map(({ place }) => place)).toEqual([
    "response.header.x-ms-meta-TakenBy",
    "response.header.x-ms-meta-takenby",
  ]);
});

test("a cut body is not understood", () => {
  const [, upload] = albumOf();
  if (upload === undefined) throw new Error("no album");
  const exchange = exchangeOf(upload, 1);
  const cut = {
    ...exchange,
    request: { ...exchange.request, body: { size: 9, sha256: "", text: "h", cut: true } },
  };

  expect(canonicalise([stepOf(cut as typeof exchange)]).problems).toEqual([
    "the body of BlockBlob_Upload was cut",
  ]);
});

test("times that come from the clock are told as past, now or future, others as they are", () => {
  const [, , read] = albumOf();
  if (read === undefined) throw new Error("no album");
  const since = (date: string) => fingerprint([{ ...read, headers: [["If-Modified-Since", date]] }]);

  expect(since("Sun, 15 Nov 2026 08:00:00 GMT")).toBe(since("Sun, 15 Nov 2026 09:30:00 GMT"));
  expect(since("Sun, 15 Nov 2026 08:00:00 GMT")).not.toBe(since("Sun, 15 Nov 2026 10:00:01 GMT"));
  expect(since("Sun, 15 Nov 2020 10:00:00 GMT")).not.toBe(since("Mon, 01 Jan 2001 00:00:00 GMT"));
});
