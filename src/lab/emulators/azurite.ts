import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorDefinition, InstalledPackage } from "./definition.ts";
import { installedNear } from "./package.ts";

/** Azurite's one account, the same for everybody: Microsoft documents its key. */
const account = {
  id: "devstoreaccount1",
  secret: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};

/**
 * Azurite reads the source of a block from itself, and trusts the one certificate that it serves, as if it had signed it.
 * Ours is signed by the local authority: as the end of a chain it is trusted only where it may stand for the whole. And
 * where its length is a multiple of a line's, Azurite writes it down with an empty line, which cannot be read.
 */
const trustingOneself = `data:text/javascript,${encodeURIComponent(`
import tls from "node:tls";
const create = tls.createSecureContext;
const read = (ca) => (typeof ca === "string" ? ca.replace(/\\n+/g, "\\n") : ca);
tls.createSecureContext = (options) =>
  create({ ...options, ...(options?.ca && { ca: read(options.ca) }), allowPartialTrustChain: true });
`)}`;

/**
 * It serves either HTTP or HTTPS, and takes tokens over HTTPS only. Whoever cannot trust the local authority can still
 * use HTTP, and is believed as if it were HTTPS: a connection whose first byte does not begin TLS is served as it is.
 */
const speakingBoth = `data:text/javascript,${encodeURIComponent(`
import { X509Certificate } from "node:crypto";
import { Server } from "node:https";
const { emit } = Server.prototype;
const handshake = 22;
Server.prototype.emit = function (event, ...given) {
  if (event !== "connection") return emit.call(this, event, ...given);
  const [socket] = given;
  const letGo = () => socket.destroy();
  socket.on("error", letGo).once("end", letGo);
  socket.once("data", (bytes) => {
    socket.off("end", letGo).pause();
    socket.unshift(bytes);
    const isPlain = bytes[0] !== handshake;
    if (isPlain) Object.assign(socket, { encrypted: true, getCertificate: () => new X509Certificate(this.cert) });
    emit.call(this, isPlain ? "secureConnection" : "connection", socket);
    if (isPlain) process.nextTick(() => socket.resume());
  });
  return true;
};
`)}`;

/**
 * Three quarters of the modules that Azurite loads are those of its telemetry, which we switch off: it gets an empty
 * module for them, and starts in half the time.
 */
export function withoutTelemetry({ folder }: Pick<InstalledPackage, "folder">): string {
  return `data:text/javascript,${encodeURIComponent(`
import { createRequire, Module } from "node:module";
const require = createRequire(${JSON.stringify(join(folder, "package.json"))});
const id = (() => { try { return require.resolve("applicationinsights"); } catch {} })();
if (id) require.cache[id] = Object.assign(new Module(id), { exports: {}, loaded: true });
`)}`;
}

export const azurite: EmulatorDefinition = {
  name: "azurite",
  package: "azurite",
  services: ["azure-blob", "azure-queue", "azure-table"],
  https: true,
  needsJava: false,
  credentials: account,
  launch: ({ installed, dataFolder, ports: [blob, queue, table], tls }) => ({
    command: process.execPath,
    args: [
      ...(tls === undefined ? [] : ["--import", trustingOneself, "--import", speakingBoth]),
      ...(has(installed, "disableTelemetry") ? ["--import", withoutTelemetry(installed)] : []),
      join(installed.folder, "dist/src/azurite.js"),
      ...["--blobPort", String(blob), "--queuePort", String(queue), "--tablePort", String(table)],
      // It takes tokens over HTTPS only.
      ...(tls === undefined ? [] : ["--cert", tls.certificateFile, "--key", tls.keyFile, "--oauth", "basic"]),
      ...["--silent", "--skipApiVersionCheck"],
      ...optionsOf(installed, "disableTelemetry"),
      ...(has(installed, "inMemoryPersistence") ? ["--inMemoryPersistence"] : ["--location", dataFolder]),
    ],
  }),
  remarks: (installed, cwd) =>
    spokenVersions(cwd)
      .filter(({ version }) => version > (newestApiVersion(installed) ?? version))
      .map(
        ({ sdk, version }) =>
          `${sdk.name} ${sdk.version} speaks API version ${version}, newer than any it knows; it is let through (--skipApiVersionCheck), not emulated`,
      ),
};

function optionsOf(installed: InstalledPackage, option: string): string[] {
  return has(installed, option) ? [`--${option}`] : [];
}

/** Whether this version of Azurite has a command-line option: an unknown one would stop it. */
function has(installed: InstalledPackage, option: string): boolean {
  return sourceOf(installed, "dist/src/common/Environment.js").includes(`"${option}"`);
}

/** The newest API version that an Azurite emulates. */
export function newestApiVersion(installed: InstalledPackage): string | undefined {
  const source = sourceOf(installed, "dist/src/blob/utils/constants.js");
  return source
    .match(/\d{4}-\d\d-\d\d/g)
    ?.toSorted()
    .at(-1);
}

function sourceOf({ folder }: InstalledPackage, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}

/** An Azure SDK and the API version that it sends. */
interface SpokenVersion {
  readonly sdk: InstalledPackage;
  readonly version: string;
}

/** What the Azure SDKs for JavaScript that a project has installed speak. */
export function spokenVersions(cwd: string): SpokenVersion[] {
  return ["@azure/storage-blob", "@azure/storage-queue", "@azure/data-tables"].flatMap((name) => {
    const sdk = installedNear(name, cwd);
    const [file] = sdk === undefined ? [] : globSync("dist/*/utils/constants.js", { cwd: sdk.folder });
    if (sdk === undefined || file === undefined) return [];
    const version = /SERVICE_VERSION = "(\d{4}-\d\d-\d\d)"/.exec(sourceOf(sdk, file))?.[1];
    return version === undefined ? [] : [{ sdk, version }];
  });
}
