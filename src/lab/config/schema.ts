import { z } from "zod";
import type { ServiceName } from "../../clouds/index.ts";
import { declaredTestsSchema } from "../suites/declared/declaration.ts";
import { parseTarget, serviceTarget } from "../targets/target-spec.ts";
import { canonicalHost } from "../targets/target-url.ts";
import { amazonCloudSchema, azureCloudSchema } from "./cloud-schema.ts";
import { must } from "./must.ts";

const port = must("a whole number from 1 to 65535");

function isPort(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= 65_535;
}

const host = must("the name or address of a host, without scheme and port");

function isHost(text: string): boolean {
  return canonicalHost(text) !== undefined;
}

/** What a service may be set to; a target must be able to serve it. */
function settingsOf<Cloud extends z.ZodType>(service: ServiceName, cloud: Cloud) {
  const emulator = z.string(must("the name of an emulator, or a URL")).superRefine((text, context) => {
    try {
      serviceTarget(service, parseTarget(text));
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      context.addIssue({ code: "custom", message: hint === undefined ? message : `${message}. ${hint}` });
    }
  });
  return z.strictObject(
    {
      /** `azurite`, `azurite@3.21.0`, `dynalite`, `dynamodb-local`, `s3rver`, or the URL of anything that runs already. */
      emulator: emulator.optional(),
      /** A fixed loopback port; a free one otherwise. */
      port: z.number(port).refine(isPort, port).optional(),
      /** The tests start it themselves, at that URL: it need not answer before they run. */
      startedByTests: z.boolean(must("true or false")).optional(),
      /** What runs at a URL, with its version: what is learned with one version is not believed of another. */
      runs: z
        .string(must("a name and a version"))
        .regex(/^\S+ \S+$/, must('a name and a version, such as "localstack 4.1.0"'))
        .optional(),
      /** The account that its requests can be sent to instead. */
      cloud: cloud.optional(),
    },
    must("an object with emulator, port, startedByTests, runs and cloud, which may all be left out"),
  );
}

const seconds = z.number(must("a number of seconds")).min(0, must("a number of seconds"));

const policies = ["api", "monitor", "combined", "contract", "always", "never"] as const;

/** Everything that `touchstone.config.ts` may say. */
export const configSchema = z.strictObject(
  {
    services: z
      .strictObject(
        {
          "azure-blob": settingsOf("azure-blob", azureCloudSchema).optional(),
          "azure-queue": settingsOf("azure-queue", azureCloudSchema).optional(),
          "azure-table": settingsOf("azure-table", azureCloudSchema).optional(),
          s3: settingsOf("s3", amazonCloudSchema).optional(),
          dynamodb: settingsOf("dynamodb", amazonCloudSchema).optional(),
        } satisfies Record<ServiceName, unknown>,
        must("an object whose fields are services"),
      )
      .default({}),
    /** Hosts other than this machine to which requests may go, with all below them. */
    allowHosts: z.array(z.string(host).refine(isHost, host), must("a list of hosts")).default([]),
    /** By what `touchstone run` decides which tests need the cloud. */
    policy: z.enum(policies, must(`one of ${policies.join(", ")}`)).optional(),
    /** The file of what was measured of emulators: see docs/reference/catalogue.md. */
    catalogue: z.string(must("the name of a file")).optional(),
    /**
     * Operations that are known to differ, such as "azure-blob Container_Create"; all others are then taken to agree,
     * unless there is a catalogue, which knows better.
     */
    discrepant: z.array(z.string(), must("a list of operations")).optional(),
    /** A file of contracts of your own: see docs/guide/contracts.md. */
    contracts: z.string(must("the name of a file")).optional(),
    /** How long deletions go on in strict mode, in seconds. */
    windows: z
      .strictObject(
        {
          "container-deletion": seconds.optional(),
          "queue-deletion": seconds.optional(),
          "table-deletion": seconds.optional(),
        },
        must("an object with container-deletion, queue-deletion and table-deletion"),
      )
      .optional(),
    /** `sqlite:PATH` or `postgres://…`. */
    safeList: z.string(must("sqlite:PATH or postgres://…")).optional(),
    /** Tests that always go to one side, by a part of their id. */
    pinned: z
      .strictObject({
        cloud: z.array(z.string(), must("a list of texts")).default([]),
        emulator: z.array(z.string(), must("a list of texts")).default([]),
      })
      .default({ cloud: [], emulator: [] }),
    /** What a run may send to the cloud at the most. */
    budget: z
      .strictObject({
        requests: z.number(must("a number of requests")).min(0).optional(),
        dollars: z.number(must("a number of dollars")).min(0).optional(),
      })
      .default({}),
    /** What the cloud's requests cost, where it is not as the default list has it: see docs/guide/cost.md. */
    prices: z.record(z.string(), z.unknown(), must("an object whose fields are services")).optional(),
    /** How tests of other runners are listed, run and read: see docs/guide/suites.md. */
    tests: declaredTestsSchema.optional(),
  },
  must("an object with services, allowHosts and more, which may all be left out"),
);

/** What a config file exports: everything may be left out. */
export type ConfigInput = z.input<typeof configSchema>;

/** A config that has been checked and filled with defaults. */
export type Config = z.output<typeof configSchema>;
