import http from "node:http";
import https from "node:https";
import test from "node:test";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BlobServiceClient } from "@azure/storage-blob";
import { request } from "undici";

const blob = "https://acme.blob.core.windows.net";
const aws = { region: "eu-west-1", credentials: { accessKeyId: "known", secretAccessKey: "known" } };
const get = (client, ...args) =>
  new Promise((resolve, reject) => {
    client.get(...args, (response) => response.resume().on("end", resolve)).on("error", reject);
  });

test("asks the cloud", async () => {
  await (await fetch(`${blob}/fetch`)).text();
  await (await request(`${blob}/undici`)).body.text();
  await get(https, `${blob}/https`);
  await get(https, { host: "acme.blob.core.windows.net", path: "/options" });
  await new BlobServiceClient(blob).getContainerClient("sdk").getBlobClient("blob").getProperties();
  const { Body } = await new S3Client(aws).send(new GetObjectCommand({ Bucket: "photos", Key: "sdk" }));
  await Body.transformToString();
  await new DynamoDBClient(aws).send(new ListTablesCommand());
  await get(http, `${process.env.EMULATOR}/http`);
  await (await fetch(`${process.env.EMULATOR}/fetch`)).text();
});
