import { defineConfig, env } from "touchstone/config";

const { OFFICE_ACCOUNT: account = "officetests", OFFICE_BLOB_ENDPOINT: endpoint } = process.env;

export default defineConfig({
  services: {
    "azure-blob": {
      emulator: "azurite",
      cloud: { account, key: env("OFFICE_KEY"), ...(endpoint && { endpoint }) },
    },
  },
  allowHosts: [`${account}.blob.core.windows.net`],
  discrepant: ["azure-blob Container_Create", "azure-blob Blob_Delete"],
});
