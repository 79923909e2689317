import { expect, test } from "vitest";
import { type ServiceName, serviceNames } from "../../../src/clouds/index.ts";
import { defaultEmulator } from "../../../src/lab/emulators/known.ts";

test("every service has an emulator that serves it", () => {
  for (const service of serviceNames) expect(defaultEmulator(service).services).toContain(service);
});

test("a service without one is refused by name", () => {
  expect(() => defaultEmulator("sqs" as ServiceName)).toThrow(
    expect.objectContaining({ code: "TS_NO_EMULATOR", message: "there is no emulator of sqs" }),
  );
});
