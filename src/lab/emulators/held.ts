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

/** A command of Node that starts held. */
export function held({ args, ...launch }: Launch): Launch {
  return { ...launch, args: ["--import", holding, ...args] };
}
