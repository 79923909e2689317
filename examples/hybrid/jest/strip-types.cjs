const { stripTypeScriptTypes } = require("node:module");

/** What Jest needs to run TypeScript as Node does: the types go, all else stays where it is. */
module.exports = {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
