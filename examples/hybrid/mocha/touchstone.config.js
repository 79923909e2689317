import { defineConfig, env } from "touchstone/config";

const { OFFICE_ACCOUNT: account = "officetests" } = process.env;

/** Every service of the account, each at its own address. */
function onAccount(kind) {
  const endpoint = process.env[`OFFICE_${kind.toUpperCase()}_ENDPOINT`];
  return { emulator: "azurite", cloud: { account, key: env("OFFICE_KEY"), ...(endpoint && { endpoint }) } };
}

export default defineConfig({
  services: {
    "azure-blob": onAccount("blob"),
    "azure-queue": onAccount("queue"),
    "azure-table": onAccount("table"),
  },
  allowHosts: ["blob", "queue", "table"].map((kind) => `${account}.${kind}.core.windows.net`),
  discrepant: ["azure-queue Messages_Dequeue", "azure-table Table_MergeEntity"],
});
