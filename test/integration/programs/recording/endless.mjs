/** Asks again and again, each time for something else, and says what it got an answer for; ends when nobody answers. */
import { appendFileSync } from "node:fs";
import { Agent, request } from "node:http";

const { AWS_ENDPOINT_URL_S3: endpoint, ANSWERED: file, CONNECTIONS: connections = "4" } = process.env;
const agent = new Agent({ keepAlive: true });

function ask(path) {
  return new Promise((resolve, reject) => {
    const asked = request(`${endpoint}${path}`, { agent }, (answer) => {
      answer
        .resume()
        .once("error", reject)
        .once("end", () => resolve(answer.complete));
    });
    asked.once("error", reject).end();
  });
}

async function askOn(connection) {
  for (let number = 1; ; number++) {
    const path = `/bucket/${connection}-${number}`;
    if (!(await ask(path))) return;
    appendFileSync(file, `${path}\n`);
  }
}

await Promise.allSettled(Array.from({ length: Number(connections) }, (_, connection) => askOn(connection)));
