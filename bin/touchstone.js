#!/usr/bin/env node
// Plain JavaScript that any Node since 14 can read: it must be able to say that it needs a newer one.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `touchstone needs Node 24 or newer; this is Node ${process.versions.node}.\n` +
      "Install it for this project alone with: npm install --save-dev node@24\n" +
      "Then npx touchstone finds it first.",
  );
  process.exit(2);
}
const { start } = await import("./start.js");
await start();
