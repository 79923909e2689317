import { join } from "node:path";
import { amazonCredentials, type EmulatorDefinition } from "./definition.ts";

export const dynalite: EmulatorDefinition = {
  name: "dynalite",
  package: "dynalite",
  services: ["dynamodb"],
  https: false,
  needsJava: false,
  credentials: amazonCredentials,
  takesAnyKey: true,
  launch: ({ installed, ports: [port] }) => ({
    command: process.execPath,
    args: [join(installed.folder, "cli.js"), "--host", "127.0.0.1", "--port", String(port)],
  }),
};
