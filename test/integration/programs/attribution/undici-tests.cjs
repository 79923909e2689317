"use strict";
const { Agent, Pool, fetch: undiciFetch, request } = require("undici");

// One connection: requests wait in undici's queue, and are sent when another test's answer is over.
const dispatcher = new Agent({ connections: 1 });
const pool = new Pool(process.env.ORIGIN, { connections: 1 });
const url = (whose, way) => `/${way}/~${Buffer.from(JSON.stringify(whose)).toString("base64url")}~`;

exports.defineTests = (file, concurrent) => {
  for (let index = 1; index <= 10; index++) {
    const title = `queued ${index}`;
    const whose = { file, test: `${file} > ${title}` };
    concurrent(title, async () => {
      const answers = [
        await request(process.env.ORIGIN + url(whose, "request"), { dispatcher, headers: { "x-own": "1" } }),
        await request(process.env.ORIGIN + url(whose, "list"), { dispatcher, headers: ["x-own", "1"] }),
        await pool.request({ method: "GET", path: url(whose, "pool") }),
      ];
      for (const { body } of answers) await body.text();
      await (
        await undiciFetch(process.env.ORIGIN + url(whose, "undici"), { headers: { "x-own": "1" } })
      ).text();
      await (await fetch(process.env.ORIGIN + url(whose, "fetch"))).text();
    });
  }
};
exports.close = () => Promise.all([dispatcher.close(), pool.close()]);
