export { checkConfig } from "./check-config.ts";
export { defineConfig } from "./define-config.ts";
export { type LoadedConfig, loadConfig } from "./load-config.ts";
export type { Config, ConfigInput } from "./schema.ts";
export { type EnvReference, env } from "./secrets.ts";
