import type { NameKind } from "../../wire/index.ts";

/** The services of a storage account. */
export type AzureService = "azure-blob" | "azure-queue" | "azure-table";

/** What a service calls itself in signatures. */
export const signedNames: Readonly<Record<AzureService, string>> = {
  "azure-blob": "blob",
  "azure-queue": "queue",
  "azure-table": "table",
};

/** What a service's top-level names are. */
export const nameKinds: Readonly<Record<AzureService, NameKind>> = {
  "azure-blob": "container",
  "azure-queue": "queue",
  "azure-table": "azureTable",
};

/** Every permission that an account's signature and a stored policy can grant, in the order that the service wants. */
export const grantable: Readonly<
  Record<AzureService, { readonly byAccount: string; readonly byPolicy: string }>
> = {
  "azure-blob": { byAccount: "rwdxylacuptfi", byPolicy: "racwdxyltfi" },
  "azure-queue": { byAccount: "rwdlacup", byPolicy: "raup" },
  "azure-table": { byAccount: "rwdlacu", byPolicy: "raud" },
};
