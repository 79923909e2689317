import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { AzureService } from "../../../src/clouds/index.ts";
import { withoutTelemetry } from "../../../src/lab/emulators/azurite.ts";
import { freePorts } from "../../../src/lab/ports.ts";
import { localAuthority } from "../../../src/wire/index.ts";

/** A real Azurite that knows another account than everybody's, over HTTPS. */
export interface OtherAzurite extends AsyncDisposable {
  readonly account: string;
  readonly key: string;
  readonly authority: Buffer;
  readonly ports: Readonly<Record<AzureService, number>>;
}

const folderOfAzurite = join(import.meta.dirname, "../../../node_modules/azurite");

/** With tokens let in, Azurite answers a wrong signature with 400: that no scheme has been found. */
export async function startOtherAzurite(account: string, { tokens = false } = {}): Promise<OtherAzurite> {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-other-"));
  const authority = await localAuthority(join(folder, "authority"));
  const { certificate, key: privateKey } = authority.certify(["127.0.0.1", "localhost"]);
  await writeFile(join(folder, "certificate.pem"), certificate);
  await writeFile(join(folder, "key.pem"), privateKey);
  const key = randomBytes(64).toString("base64");
  const [blob = 0, queue = 0, table = 0] = await freePorts(3);
  const child = spawn(
    process.execPath,
    [
      ...["--import", withoutTelemetry({ folder: folderOfAzurite })],
      join(folderOfAzurite, "dist/src/azurite.js"),
      ...["--blobPort", String(blob), "--queuePort", String(queue), "--tablePort", String(table)],
      ...["--cert", join(folder, "certificate.pem"), "--key", join(folder, "key.pem")],
      ...(tokens ? ["--oauth", "basic"] : []),
      ...["--silent", "--skipApiVersionCheck", "--inMemoryPersistence", "--disableTelemetry"],
    ],
    {
      cwd: folder,
      // It fetches what it copies from itself, by the same address.
      env: {
        ...process.env,
        AZURITE_ACCOUNTS: `${account}:${key}`,
        NODE_EXTRA_CA_CERTS: authority.certificateFile,
      },
      stdio: "ignore",
    },
  );
  await Promise.all([blob, queue, table].map((port) => listening(port)));
  return {
    account,
    key,
    authority: await readFile(authority.certificateFile),
    ports: { "azure-blob": blob, "azure-queue": queue, "azure-table": table },
    async [Symbol.asyncDispose]() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const answered = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answered) return;
    await after(50);
  }
}
