import { createServer } from "node:http";

/** A test that starts the server which it uses, on a port that it knows. */
const port = Number(process.env["OWN_PORT"]);
const server = createServer((_request, response) => response.end("<ListAllMyBucketsResult/>"));
await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
const answer = await fetch(`http://127.0.0.1:${port}/photos?list-type=2`);
console.log(answer.status, await answer.text());
server.close();
server.closeAllConnections();
