"use strict";
const http = require("node:http");
const { setTimeout: pause } = require("node:timers/promises");
const { BlobServiceClient } = require("@azure/storage-blob");
const { GetObjectCommand, S3Client } = require("@aws-sdk/client-s3");

const origin = process.env.ORIGIN;
// Few sockets: requests of different tests wait for each other, and share connections.
const agent = new http.Agent({ keepAlive: true, maxSockets: 3 });
const blobs = new BlobServiceClient(`${origin}/account`);
const s3 = new S3Client({
  endpoint: origin,
  region: "eu-west-1",
  forcePathStyle: true,
  credentials: { accessKeyId: "known", secretAccessKey: "known" },
});

function byHttp(path, method) {
  return new Promise((resolve, reject) => {
    const request = http.request(`${origin}${path}`, { agent, method }, (response) => {
      response.resume().on("end", resolve);
    });
    request.on("error", reject).end(method === "PUT" ? "content" : undefined);
  });
}

const ways = {
  http: (name) => byHttp(`/http/${name}`, "GET"),
  put: (name) => byHttp(`/put/${name}`, "PUT"),
  fetch: async (name) => (await fetch(`${origin}/fetch/${name}`)).text(),
  post: async (name) => (await fetch(`${origin}/post/${name}`, { method: "POST", body: "content" })).text(),
  blob: (name) => blobs.getContainerClient("blob").getBlobClient(name).getProperties(),
  s3: async (name) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: "s3", Key: name }));
    await Body.transformToString();
  },
};

/** Sends a request in each way, with pauses; each one says in its path whose it is. */
exports.send = async (whose, names = Object.keys(ways)) => {
  const name = `~${Buffer.from(JSON.stringify(whose)).toString("base64url")}~`;
  for (const way of names) {
    await pause(Math.random() * 4);
    await ways[way](name);
  }
};
