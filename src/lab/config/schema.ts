import { z } from "zod";
import type { ServiceName } from "../../clouds/index.ts";
import { parseTarget, serviceTarget } from "../targets/target-spec.ts";

/** What a service may be set to; a target must be able to serve it. */
function settingsOf(service: ServiceName) {
  const emulator = z.string().superRefine((text, context) => {
    try {
      serviceTarget(service, parseTarget(text));
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      context.addIssue({ code: "custom", message: hint === undefined ? message : `${message}. ${hint}` });
    }
  });
  return z.strictObject({
    /** `azurite`, `azurite@3.21.0`, `dynalite`, `dynamodb-local`, `s3rver`, or the URL of anything that runs already. */
    emulator: emulator.optional(),
    /** A fixed loopback port; a free one otherwise. */
    port: z.int().min(1).max(65_535).optional(),
  });
}

/** Everything that `touchstone.config.ts` may say. */
export const configSchema = z.strictObject({
  services: z
    .strictObject({
      "azure-blob": settingsOf("azure-blob").optional(),
      "azure-queue": settingsOf("azure-queue").optional(),
      "azure-table": settingsOf("azure-table").optional(),
      s3: settingsOf("s3").optional(),
      dynamodb: settingsOf("dynamodb").optional(),
    } satisfies Record<ServiceName, unknown>)
    .default({}),
  /** Hosts other than this machine to which requests may go. */
  allowHosts: z.array(z.hostname()).default([]),
});

/** What a config file exports: everything may be left out. */
export type ConfigInput = z.input<typeof configSchema>;

/** A config that has been checked and filled with defaults. */
export type Config = z.output<typeof configSchema>;
