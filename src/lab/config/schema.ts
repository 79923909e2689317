import { z } from "zod";
import { serviceNames } from "../../clouds/index.ts";
import { parseTarget } from "../targets/target-spec.ts";

const target = z.string().superRefine((text, context) => {
  try {
    parseTarget(text);
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    context.addIssue({ code: "custom", message: hint === undefined ? message : `${message}. ${hint}` });
  }
});

const service = z.strictObject({
  /** `azurite`, `azurite@3.21.0`, `dynalite`, `dynamodb-local`, `s3rver`, or the URL of anything that runs already. */
  emulator: target.optional(),
  /** A fixed loopback port; a free one otherwise. */
  port: z.int().min(1).max(65_535).optional(),
});

/** Everything that `touchstone.config.ts` may say. */
export const configSchema = z.strictObject({
  services: z
    .strictObject(
      Object.fromEntries(serviceNames.map((name) => [name, service.optional()])) as Record<
        (typeof serviceNames)[number],
        z.ZodOptional<typeof service>
      >,
    )
    .default({}),
  /** Hosts other than this machine to which requests may go. */
  allowHosts: z.array(z.hostname()).default([]),
});

/** What a config file exports: everything may be left out. */
export type ConfigInput = z.input<typeof configSchema>;

/** A config that has been checked and filled with defaults. */
export type Config = z.output<typeof configSchema>;
