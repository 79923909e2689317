import http from "node:http";
import test from "node:test";
import { request } from "undici";

const { ELSEWHERE, ORIGIN } = process.env;
const get = (...args) =>
  new Promise((resolve, reject) => {
    http.get(...args, (response) => response.resume().on("end", resolve)).on("error", reject);
  });

test("asks a proxy and others", async () => {
  for (const origin of [ELSEWHERE, ORIGIN, ORIGIN.replace("127.0.0.1", "localhost")]) {
    await get(`${origin}/url/x`);
    await get({ hostname: new URL(origin).hostname, port: new URL(origin).port, path: "/options/x" });
    await get(new URL(`${origin}/headers/x`), { headers: ["x-own", "1", "host", "own"] });
    await get(`${origin}/pairs/x`, {
      headers: [
        ["x-own", "1"],
        ["host", "own"],
      ],
    });
    await (await fetch(`${origin}/fetch/x`, { headers: { "x-own": "1" } })).text();
    await (await fetch(new Request(`${origin}/posted/x`, { method: "POST", body: "1" }))).text();
    await (await request(`${origin}/undici/x`)).body.text();
  }
});
