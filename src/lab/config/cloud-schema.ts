import { z } from "zod";
import { must } from "./must.ts";

const secret = z.union(
  [z.string().min(1), z.strictObject({ env: z.string().min(1) })],
  must('a secret, best as env("NAME")'),
);

const endpoint = z.url({ protocol: /^https?$/, ...must("a URL that begins with http:// or https://") });

const existing = z
  .record(z.string(), z.string(), must("an object from names in the tests to names on the account"))
  .default({});

/** An account of Azure's storage that tests may be sent to. */
export const azureCloudSchema = z.strictObject(
  {
    account: z
      .string(must("the account's name"))
      .regex(/^[a-z0-9]{3,24}$/, must("an account's name: 3 to 24 small letters and digits")),
    /** One of the three; the variables of the usual tools are looked at if there is none. */
    key: secret.optional(),
    sas: secret.optional(),
    /** A command that prints a token. */
    token: z.array(z.string(), must("a command as a list of words")).nonempty().optional(),
    /** Where it is, if not at Azure's own address. */
    endpoint: endpoint.optional(),
    /** Containers, queues or tables that exist already, by the names in the tests; they are never deleted. */
    existing,
  },
  must("an object with an account"),
);

/** An account of Amazon's that tests may be sent to. */
export const amazonCloudSchema = z.strictObject(
  {
    region: z
      .string(must("a region"))
      .regex(/^[a-z]{2,4}(?:-[a-z]+)+-\d+$/, must('a region, such as "eu-west-1"')),
    /** Needed wherever requests leave this machine: the credentials' own account must be the same. */
    account: z
      .string(must("an account's number"))
      .regex(/^\d{12}$/, must("an account's number: 12 digits, in quotes"))
      .optional(),
    /** The usual variables are looked at if they are not given. */
    accessKeyId: secret.optional(),
    secretAccessKey: secret.optional(),
    sessionToken: secret.optional(),
    endpoint: endpoint.optional(),
    /** Buckets or tables that exist already, by the names in the tests; they are never deleted. */
    existing,
  },
  must("an object with a region"),
);

export type AzureCloud = z.output<typeof azureCloudSchema>;
export type AmazonCloud = z.output<typeof amazonCloudSchema>;
