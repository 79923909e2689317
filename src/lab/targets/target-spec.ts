import { isServiceName, type ServiceName, serviceNames } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { defaultEmulator, emulatorNamed, emulators } from "../emulators/known.ts";
import { isVersionOrTag } from "../emulators/package.ts";
import { isUrl, parseTargetUrl, requireAccount, withoutSecrets } from "./target-url.ts";

/** Where a service is to be found: an emulator to start, or something that runs already. */
export type TargetSpec =
  | { readonly kind: "emulator"; readonly emulator: string; readonly version?: string }
  | {
      readonly kind: "url";
      readonly url: string;
      /** The tests start it themselves: it need not answer before they run. */
      readonly isStartedByTests?: boolean;
      /** What runs there, in its owner's words: `localstack 4.1.0`. */
      readonly runs?: string;
    };

/** A service and its target. */
export interface ServiceTarget {
  readonly service: ServiceName;
  readonly target: TargetSpec;
}

/** Reads `azurite`, `azurite@3.21.0` or a URL. */
export function parseTarget(text: string): TargetSpec {
  if (isUrl(text)) return { kind: "url", url: parseTargetUrl(text) };
  const [name = "", ...rest] = withoutSecrets(text).split("@");
  const version = rest.length === 0 ? undefined : rest.join("@");
  if (emulatorNamed(name) === undefined) {
    throw new TouchstoneError("TS_TARGET", `there is no emulator \`${name}\``, {
      hint: `The emulators are ${emulators.map((emulator) => emulator.name).join(", ")}, each with @VERSION if you like; anything else by its URL.`,
    });
  }
  if (version === undefined) return { kind: "emulator", emulator: name };
  if (isVersionOrTag(version)) return { kind: "emulator", emulator: name, version };
  throw new TouchstoneError("TS_TARGET", `\`${version}\` is not a version of ${name}`, {
    hint: `Write it like ${name}@1.2.3 or ${name}@latest.`,
  });
}

/** Checks that a target can serve a service. */
export function serviceTarget(service: ServiceName, target: TargetSpec): ServiceTarget {
  if (target.kind === "emulator" && !emulatorNamed(target.emulator)?.services.includes(service)) {
    throw new TouchstoneError("TS_TARGET", `${target.emulator} does not emulate ${service}`, {
      hint: `These do: ${emulators
        .filter(({ services }) => services.includes(service))
        .map(({ name }) => name)
        .join(", ")}.`,
    });
  }
  if (target.kind === "url") requireAccount(service, target.url);
  return { service, target };
}

/**
 * Reads what people write after `up`: a service (`s3`), a service with its target (`s3=http://127.0.0.1:9000`,
 * `dynamodb=dynamodb-local`), or an emulator, which stands for all its services (`azurite@3.21.0`).
 */
export function parseServiceTargets(
  text: string,
  configured: (service: ServiceName) => TargetSpec | undefined,
): ServiceTarget[] {
  const equals = text.indexOf("=");
  const [left = ""] = withoutSecrets(text).split("=");
  if (isServiceName(left)) {
    const chosen = equals < 0 ? configured(left) : parseTarget(text.slice(equals + 1));
    return [serviceTarget(left, chosen ?? { kind: "emulator", emulator: defaultEmulator(left).name })];
  }
  if (isUrl(text)) {
    throw new TouchstoneError("TS_TARGET", `it is not said which service ${withoutSecrets(text)} serves`, {
      hint: `Write it like s3=${withoutSecrets(text)}.`,
    });
  }
  const target = equals < 0 ? targetOrUndefined(text) : undefined;
  if (target?.kind === "emulator") {
    return (emulatorNamed(target.emulator)?.services ?? []).map((service) => ({ service, target }));
  }
  throw new TouchstoneError("TS_TARGET", `\`${left}\` is neither a service nor an emulator`, {
    hint: `Services: ${serviceNames.join(", ")}. Emulators: ${emulators.map(({ name }) => name).join(", ")}.`,
  });
}

function targetOrUndefined(text: string): TargetSpec | undefined {
  try {
    return parseTarget(text);
  } catch {
    return undefined;
  }
}
