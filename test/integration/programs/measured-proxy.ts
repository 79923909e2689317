import { RecordingProxy, Redactor } from "../../../src/wire/index.ts";

/** A recording proxy in a process of its own: it says its port, and how much memory it takes whenever it is asked. */
const proxy = await RecordingProxy.listen(
  {
    upstream: { name: "target", host: "127.0.0.1", port: Number(process.env["TARGET"]) },
    identify: () => ({ service: "s3", operation: "GetObject" }),
    record: (exchange) => process.send?.({ recorded: exchange }),
    redactor: new Redactor([]),
  },
  { by: { tier: 4 } },
);
process.on("message", () => process.send?.({ rss: process.memoryUsage.rss() }));
process.on("disconnect", () => process.exit());
process.send?.({ port: proxy.port });
