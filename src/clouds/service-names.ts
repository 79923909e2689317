/** The services, in the order in which they are listed everywhere. */
export const serviceNames = ["azure-blob", "azure-queue", "azure-table", "s3", "dynamodb"] as const;

/** The name of one of the services. */
export type ServiceName = (typeof serviceNames)[number];

/** Whether a text is the name of a service, to the letter. */
export function isServiceName(text: string): text is ServiceName {
  return (serviceNames as readonly string[]).includes(text);
}
