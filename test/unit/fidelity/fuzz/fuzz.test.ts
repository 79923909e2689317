import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { fuzz } from "../../../../src/fidelity/index.ts";
import { TouchstoneError } from "../../../../src/model/index.ts";
import { answered, sideThat } from "../told-side.ts";

test("deaths and hangs of the two sides are counted each by itself", async () => {
  const emulator = sideThat(() => answered(201));
  const reference = { ...sideThat(() => answered(201)), crashes: 2, losses: 5 };

  const result = await fuzz({ emulator, reference, seed: 1, calls: 1 });

  expect(result).toMatchObject({ crashes: 0, hangs: 0, referenceCrashes: 2, referenceHangs: 3 });
});

const changing = "Queue_SetMetadata";

/** A run in which an operation was answered so often before its process dies of it; it dies only if it is told to. */
async function runLosing({ isLost }: { readonly isLost: boolean }) {
  let before = 0;
  const emulator = sideThat((told, calls) => {
    if (!isLost || calls.at(-1)?.operation !== changing || before++ < 40) return answered(201);
    told.losses++;
    return { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };
  });
  const lost = new TouchstoneError("TS_EMULATOR_LOST", "it does not start again");
  let deaths = 0;
  emulator.recover = async (failed) => {
    if (failed?.kind !== "failed") return "alive";
    if (deaths++ > 0) throw lost;
    return "died";
  };
  return await fuzz({ emulator, reference: sideThat(() => answered(201)), seed: 1, calls: 3000 });
}

test("an operation is not measured where a target was lost while it was found out whether it has died of that", async () => {
  const lost = await runLosing({ isLost: true });
  const whole = await runLosing({ isLost: false });

  expect(lost.lost).toBe("it does not start again");
  expect(lost.unexamined).toBe(1);
  expect(whole.measured).toContain(changing);
  expect(lost.measured).not.toContain(changing);
});

test("a budget is used to its end, also where one difference took long to look into while others waited", async () => {
  const budget = 4_000;
  const deadly = "Queue_SetMetadata";
  const kept = (operation: string) => (operation === "Queue_Delete" ? 204 : 201);
  const emulator = sideThat((told, calls) => {
    const { operation = "" } = calls.at(-1) ?? {};
    if (operation !== deadly) return answered(operation.startsWith("Messages_") ? 404 : kept(operation));
    told.losses++;
    return { kind: "failed", via: "sdk", message: "ECONNRESET", attempts: 1 };
  });
  emulator.recover = async (failed) => {
    if (failed?.kind !== "failed") return "alive";
    await delay(100);
    return "died";
  };

  const reference = sideThat((_, calls) => answered(kept(calls.at(-1)?.operation ?? "")));
  const result = await fuzz({ emulator, reference, seed: 1, budget });

  expect(result.findings.map(({ rootCause }) => rootCause)).toContain("crash");
  expect(result.seconds).toBeGreaterThanOrEqual(budget / 1000);
});

test("settings are new on both before anything is looked into", async () => {
  const told: string[] = [];
  const answering = (status: number) =>
    sideThat((_, calls) => {
      const { operation = "" } = calls.at(-1) ?? {};
      if (operation === "Queue_Delete") return answered(204);
      return answered(operation === "Queue_SetMetadata" ? status : 201);
    });
  const [emulator, reference] = [answering(204), answering(200)];
  for (const side of [emulator, reference]) side.asNew = async () => void told.push("as new");

  await fuzz({ emulator, reference, seed: 1, calls: 100, onFinding: () => told.push("finding") });

  const first = told.indexOf("finding");
  expect(first).toBeGreaterThan(1);
  expect(told.slice(0, first)).toEqual(Array(first).fill("as new"));
});

test("what every operation is tried with first is performed before more is gathered that needs the account alone", async () => {
  const called: string[] = [];
  const noting = () =>
    Object.assign(
      sideThat((_, calls) => {
        called.push(calls.at(-1)?.operation ?? "");
        return answered(201);
      }),
      { service: "azure-blob" as const },
    );

  await fuzz({ emulator: noting(), reference: noting(), seed: 1, calls: 2000 });

  const first = called.indexOf("Service_SetProperties");
  expect(first).toBeGreaterThan(-1);
  expect(first).toBeLessThan(called.length / 4);
});
