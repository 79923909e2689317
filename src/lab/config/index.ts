export { defineConfig } from "./define-config.ts";
export { checkConfig, type LoadedConfig, loadConfig } from "./load-config.ts";
export type { Config, ConfigInput } from "./schema.ts";
