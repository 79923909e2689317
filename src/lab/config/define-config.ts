import type { ConfigInput } from "./schema.ts";

/**
 * Gives `touchstone.config.ts` its types. What is wrong is said when the file is read, with the field's path.
 *
 * @example
 * import { defineConfig } from "touchstone/config";
 *
 * export default defineConfig({
 *   services: {
 *     "azure-blob": { emulator: "azurite@3.21.0" },
 *     dynamodb: { emulator: "http://127.0.0.1:4566" },
 *   },
 * });
 */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
