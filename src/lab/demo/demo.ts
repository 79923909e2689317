import { join } from "node:path";
import { type Identification, identify, serviceNames } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import type { EmulatorDefinition } from "../emulators/definition.ts";
import type { LabEvent } from "../emulators/events.ts";
import { defaultEmulator } from "../emulators/known.ts";
import { pastProxies } from "../proxies.ts";
import { Lab } from "../targets/lab.ts";
import type { ServiceTarget } from "../targets/target-spec.ts";
import { amazonStory } from "./amazon-story.ts";
import { azureStory } from "./azure-story.ts";
import { type ExampleRun, runExample } from "./example-run.ts";
import { bringPackage, type DemoPackage } from "./packages.ts";
import { bringSdks, type DemoSdks, loadSdks } from "./sdks.ts";
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
  /** Told when the requests of the first part are over, and the example's tests begin. */
  readonly onExample: () => void;
}

/**
 * Starts an emulator for every service, uses each through its real SDK, and names every request on the way. Then it
 * records the tests of the example, on the same emulators.
 */
export async function performDemo({ cwd, onEvent, onRequest, onExample }: DemoOptions): Promise<ExampleRun> {
  Object.assign(process.env, pastProxies(process.env));
  const emulators = new Set(serviceNames.map(defaultEmulator));
  const [installed, ...targets] = await Promise.all([
    bringSdks(cwd, onEvent),
    ...Array.from(emulators, (emulator) => demoTargets(emulator, cwd, onEvent)),
  ]);
  const sdks = await loadSdks(installed);
  await using lab = await Lab.start(targets.flat(), { cwd, onEvent });
  await tellStories(sdks, lab, onRequest);
  onExample();
  return await runExample(lab, Object.values(installed), join(cwd, ".touchstone", "traces", "demo.jsonl"));
}

async function tellStories(sdks: DemoSdks, lab: Lab, onRequest: DemoOptions["onRequest"]): Promise<void> {
  using _watch = new RequestWatch((request) => onRequest({ request, identification: identify(request) }));
  await Promise.race([stories(sdks, lab.env), lab.lost]);
}

async function stories(sdks: DemoSdks, env: Readonly<Record<string, string>>): Promise<void> {
  await azureStory(sdks, env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  await amazonStory(sdks, {
    s3Endpoint: env["AWS_ENDPOINT_URL_S3"] ?? "",
    dynamodbEndpoint: env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "",
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
  });
}

/** An emulator for all its services: the project's own version, else the one that the demo was tried with. */
async function demoTargets(
  { name, package: packageName, services }: EmulatorDefinition,
  cwd: string,
  onEvent: (event: LabEvent) => void,
): Promise<ServiceTarget[]> {
  const { version } = await bringPackage(packageName as DemoPackage, cwd, onEvent);
  return services.map((service) => ({ service, target: { kind: "emulator", emulator: name, version } }));
}
