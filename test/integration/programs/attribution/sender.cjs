const { send } = require("./requests.cjs");

// A program without tests: started by hand, or by a test as a process or a thread.
send(JSON.parse(process.env.WHOSE ?? "{}"), ["http", "fetch"]);
