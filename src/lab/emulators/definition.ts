import type { ServiceName } from "../../clouds/index.ts";

/** An npm package that was found or installed. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** What an emulator is started with. */
interface LaunchSituation {
  readonly installed: InstalledPackage;
  /** Empty at each start, and the emulator's alone. */
  readonly dataFolder: string;
  /** One port a service, in the order of the definition's services. */
  readonly ports: readonly number[];
  /** PEM files for an emulator that is to speak HTTPS; it speaks HTTP without. */
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** Whether what an emulator takes time for on purpose is to be usable soon; how long it takes to go stays as it is. */
  readonly isPrompt: boolean;
}

/** A command that starts an emulator in its own process. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** It waits for a word on its standard input before it listens. */
  readonly isHeld?: true;
}

/** An emulator that we know how to start: one entry of a table. */
export interface EmulatorDefinition {
  readonly name: string;
  readonly package: string;
  readonly services: readonly ServiceName[];
  /** It can serve HTTPS, and then stands behind a front that speaks HTTP too. */
  readonly https: boolean;
  readonly needsJava: boolean;
  readonly credentials: Credentials;
  /** It accepts any other pair as well. */
  readonly takesAnyKey?: true;
  readonly launch: (situation: LaunchSituation) => Launch;
  /**
   * The folder of something at the top of the service, if that is looked up there at each request: without its folder, it is gone.
   * Nothing for a name that may stand for another folder.
   */
  readonly folderOf?: (dataFolder: string, name: string) => string | undefined;
  /** Worth saying when it starts: what was switched on or off for the user's sake. */
  readonly remarks?: (installed: InstalledPackage, cwd: string) => readonly string[];
}

/** The public credentials that an emulator accepts. */
export interface Credentials {
  /** Azure account, or AWS access key id. */
  readonly id: string;
  readonly secret: string;
}

/** The one pair that s3rver knows. The emulators of DynamoDB take any, and AWS's variables hold one pair for all. */
export const amazonCredentials: Credentials = { id: "S3RVER", secret: "S3RVER" };
