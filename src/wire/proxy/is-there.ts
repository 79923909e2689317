import { connect } from "node:net";

/** What takes longer to take a connection is there, and busy. */
const patienceMs = 1_000;
/** The system still takes connections for a process that is ending, and breaks them off at its end. */
const lastMs = 150;

/** Whether anybody is at an address: one who takes no connections, or keeps none, is gone. */
export function isThere(origin: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin);
  const usual = protocol === "https:" ? 443 : 80;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? usual : Number(port),
    });
    const say = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => socket.setTimeout(lastMs));
    socket.once("error", () => say(false));
    socket.once("close", () => say(false));
    socket.setTimeout(patienceMs, () => say(true));
    // An end is read, and not waited for in vain.
    socket.resume();
  });
}
