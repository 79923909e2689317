import https from "node:https";

const get = (url) =>
  new Promise((resolve, reject) => {
    https.get(url, (response) => response.resume().on("end", resolve)).on("error", reject);
  });

// Hosts in turn, over the same few connections: each request says in its path for which host it is.
await Promise.all(
  Array.from({ length: 60 }, async (_, index) => {
    const host = `account${index % 3}.blob.core.windows.net`;
    if (index % 2 === 0) await get(`https://${host}/${host}`);
    else await (await fetch(`https://${host}/${host}`)).text();
  }),
);
