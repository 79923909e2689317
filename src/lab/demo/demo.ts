import { type Identification, identify, serviceNames } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import type { LabEvent } from "../emulators/events.ts";
import { defaultEmulator } from "../emulators/known.ts";
import { Lab } from "../targets/lab.ts";
import type { ServiceTarget } from "../targets/target-spec.ts";
import { amazonStory } from "./amazon-story.ts";
import { azureStory } from "./azure-story.ts";
import { bringPackage, type DemoPackage } from "./packages.ts";
import { loadSdks } from "./sdks.ts";
import { RequestWatch } from "./watch.ts";

/** A request that an SDK sent, and what it is. */
export interface NamedRequest {
  readonly request: HttpRequest;
  readonly identification: Identification;
}

export interface DemoOptions {
  readonly cwd: string;
  readonly onEvent: (event: LabEvent) => void;
  readonly onRequest: (named: NamedRequest) => void;
}

/** Starts an emulator for every service, uses each through its real SDK, and names every request on the way. */
export async function performDemo({ cwd, onEvent, onRequest }: DemoOptions): Promise<void> {
  const targets = await Promise.all(serviceNames.map((service) => demoTarget(service, cwd, onEvent)));
  const sdks = await loadSdks(cwd, onEvent);
  await using lab = await Lab.start(targets, { cwd, onEvent });
  using _watch = new RequestWatch((request) => onRequest({ request, identification: identify(request) }));
  const { env } = lab;
  await azureStory(sdks, env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  await amazonStory(sdks, {
    s3Endpoint: env["AWS_ENDPOINT_URL_S3"] ?? "",
    dynamodbEndpoint: env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "",
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
  });
}

/** The usual emulator of a service: the project's own version, else the one that the demo was tried with. */
async function demoTarget(
  service: (typeof serviceNames)[number],
  cwd: string,
  onEvent: (event: LabEvent) => void,
): Promise<ServiceTarget> {
  const { name, package: packageName } = defaultEmulator(service);
  const { version } = await bringPackage(packageName as DemoPackage, cwd, onEvent);
  return { service, target: { kind: "emulator", emulator: name, version } };
}
