import type { Launch } from "./definition.ts";

/** Everything is got ready, but a server listens only when the standard input says something: its port may be another's until then. */
const holding = `data:text/javascript,${encodeURIComponent(`
import { Server, Socket } from "node:net";
const { listen } = Server.prototype;
const waiting = [];
const letGo = () => {
  input.destroy();
  Server.prototype.listen = listen;
  for (const begin of waiting) begin();
};
const input = new Socket({ fd: 0 }).once("data", letGo);
Server.prototype.listen = function (...given) {
  waiting.push(() => listen.apply(this, given));
  return this;
};
`)}`;

/** A command that starts held; only one of Node can. */
export function held({ command, args, ...launch }: Launch): Launch {
  if (command !== process.execPath) throw new Error(`${command} cannot be held`);
  return { ...launch, command, args: ["--import", holding, ...args], isHeld: true };
}
