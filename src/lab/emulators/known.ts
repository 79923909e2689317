import type { ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { azurite } from "./azurite.ts";
import type { EmulatorDefinition } from "./definition.ts";
import { dynalite } from "./dynalite.ts";
import { dynamodbLocal } from "./dynamodb-local.ts";
import { s3rver } from "./s3rver.ts";

/** Every emulator that Touchstone can start by itself. */
export const emulators: readonly EmulatorDefinition[] = [azurite, dynalite, dynamodbLocal, s3rver];

/** The emulator of that name. */
export function emulatorNamed(name: string): EmulatorDefinition | undefined {
  return emulators.find((emulator) => emulator.name === name);
}

/** The emulator that stands for a service unless the user says otherwise. */
export function defaultEmulator(service: ServiceName): EmulatorDefinition {
  const found = emulators.find(({ services }) => services.includes(service));
  if (found !== undefined) return found;
  throw new TouchstoneError("TS_NO_EMULATOR", `there is no emulator of ${service}`, {
    hint: `Name what runs already by its URL: ${service}=http://127.0.0.1:PORT`,
  });
}
