import { defineConfig, env } from "touchstone/config";

const { OFFICE_ACCOUNT: account = "officetests", OFFICE_QUEUE_ENDPOINT: endpoint } = process.env;

export default defineConfig({
  services: {
    "azure-queue": {
      emulator: "azurite",
      cloud: { account, key: env("OFFICE_KEY"), ...(endpoint && { endpoint }) },
    },
  },
  allowHosts: [`${account}.queue.core.windows.net`],
  discrepant: ["azure-queue Messages_Dequeue", "azure-queue Messages_Clear"],
});
