import { join } from "node:path";
import { amazonCredentials, type EmulatorDefinition } from "./definition.ts";

/** Milliseconds: long enough to be seen, and over before anybody has to wait. */
const prompt = "20";

export const dynalite: EmulatorDefinition = {
  name: "dynalite",
  package: "dynalite",
  services: ["dynamodb"],
  https: false,
  needsJava: false,
  credentials: amazonCredentials,
  takesAnyKey: true,
  launch: ({ installed, ports: [port], isPrompt }) => ({
    command: process.execPath,
    args: [
      join(installed.folder, "cli.js"),
      ...["--host", "127.0.0.1", "--port", String(port)],
      ...(isPrompt ? ["--createTableMs", prompt, "--updateTableMs", prompt] : []),
    ],
  }),
};
