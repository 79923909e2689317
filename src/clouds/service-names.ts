/** The services, in the order in which they are listed everywhere. */
export const serviceNames = ["azure-blob", "azure-queue", "azure-table", "s3", "dynamodb"] as const;

export type ServiceName = (typeof serviceNames)[number];

export function isServiceName(text: string): text is ServiceName {
  return (serviceNames as readonly string[]).includes(text);
}
