import { defineConfig, env } from "touchstone/config";

const { OFFICE_ACCOUNT: account = "officetests", OFFICE_TABLE_ENDPOINT: endpoint } = process.env;

export default defineConfig({
  services: {
    "azure-table": {
      emulator: "azurite",
      cloud: { account, key: env("OFFICE_KEY"), ...(endpoint && { endpoint }) },
    },
  },
  allowHosts: [`${account}.table.core.windows.net`],
  discrepant: ["azure-table Table_QueryEntities", "azure-table Table_MergeEntity"],
});
