import { defineConfig, env } from "touchstone/config";

const {
  THEATRE_REGION: region = "eu-west-1",
  THEATRE_ACCOUNT: account,
  THEATRE_ENDPOINT: endpoint,
} = process.env;

export default defineConfig({
  services: {
    dynamodb: {
      emulator: "dynalite",
      cloud: {
        region,
        ...(account && { account }),
        accessKeyId: env("THEATRE_KEY_ID"),
        secretAccessKey: env("THEATRE_SECRET"),
        ...(endpoint && { endpoint }),
      },
    },
  },
  allowHosts: [`${region}.amazonaws.com`],
  discrepant: ["dynamodb TransactWriteItems", "dynamodb UpdateItem", "dynamodb Query"],
});
