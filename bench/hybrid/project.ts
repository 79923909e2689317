import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { Lab, parseTarget } from "../../src/lab/index.ts";
import { freePorts } from "../../src/lab/ports.ts";
import { GuardedProcess } from "../../src/lab/process/guarded-process.ts";

const root = join(import.meta.dirname, "../..");
const services = ["azure-blob", "azure-queue"] as const;
type Endpoints = Readonly<Record<(typeof services)[number], string>>;

/** A suite with an emulator that runs already, and with what plays the cloud. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** The emulator's variables, for a command that is run without Touchstone. */
  readonly bare: NodeJS.ProcessEnv;
  /** What Touchstone needs to reach the stand-in. */
  readonly withCloud: NodeJS.ProcessEnv;
}

/** The suite in a folder of its own, as a user would have it. */
export async function openProject(): Promise<Project> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), "touchstone-bench-")), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const emulator = opened.use(await startAzurite(folder));
  const key = randomBytes(64).toString("base64");
  const standIn = opened.use(await startAzurite(folder, { account: "standin7", key }));
  writeProject(folder, emulator, standIn);
  const closing = opened.move();
  return {
    folder,
    bare: await variablesOf(emulator),
    withCloud: { STAND_IN_KEY: key, CI: "" },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

interface Azurite extends AsyncDisposable {
  readonly account: string;
  readonly endpoints: Endpoints;
}

/** An Azurite in a process of its own, with everybody's account if no other is given. */
async function startAzurite(folder: string, own?: { account: string; key: string }): Promise<Azurite> {
  const [blob = 0, queue = 0, table = 0] = await freePorts(3);
  const account = own?.account ?? "devstoreaccount1";
  const child = new GuardedProcess({
    command: process.execPath,
    args: [
      join(root, "node_modules/azurite/dist/src/azurite.js"),
      ...["--blobPort", String(blob), "--queuePort", String(queue), "--tablePort", String(table)],
      ...["--silent", "--skipApiVersionCheck", "--inMemoryPersistence", "--disableTelemetry"],
    ],
    folder,
    env: { ...process.env, ...(own !== undefined && { AZURITE_ACCOUNTS: `${own.account}:${own.key}` }) },
  });
  const endpoints = {
    "azure-blob": `http://127.0.0.1:${blob}/${account}`,
    "azure-queue": `http://127.0.0.1:${queue}/${account}`,
  };
  await Promise.all(Object.values(endpoints).map(answering));
  return { account, endpoints, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}

async function answering(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await after(50);
}

async function variablesOf({ endpoints }: Azurite): Promise<NodeJS.ProcessEnv> {
  await using lab = await Lab.start(
    services.map((service) => ({ service, target: parseTarget(endpoints[service]) })),
    { cwd: root },
  );
  return lab.env;
}

function writeProject(folder: string, emulator: Azurite, standIn: Azurite): void {
  cpSync(join(import.meta.dirname, "suite"), folder, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const settings = services.map((service) => [
    service,
    {
      emulator: emulator.endpoints[service],
      cloud: {
        account: standIn.account,
        key: { env: "STAND_IN_KEY" },
        endpoint: standIn.endpoints[service],
      },
    },
  ]);
  const config = { services: Object.fromEntries(settings) };
  writeFileSync(join(folder, "touchstone.config.js"), `export default ${JSON.stringify(config)};\n`);
}
