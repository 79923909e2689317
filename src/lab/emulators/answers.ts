import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds between two questions, at first and later: some answer at once, and most of the others take a while. */
const pauses = { first: 5, longest: 40 };

/** Asks until something answers with any HTTP status at all: true then, false when the signal ends the wait. */
export async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  for (let pause = pauses.first; !signal.aborted; pause = Math.min(2 * pause, pauses.longest)) {
    if ((await isListening(new URL(url), signal)) && (await askOnce(new URL(url), signal))) return true;
    await delay(pause, undefined, { signal }).catch(() => {});
  }
  return false;
}

/** To ask costs ten times as much, which adds up while an emulator starts. */
function isListening({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<boolean> {
  const usual = protocol === "https:" ? 443 : 80;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: port === "" ? usual : Number(port),
      timeout: 2_000,
      signal,
    });
    const tell = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on("connect", () => tell(true));
    socket.on("timeout", () => tell(false));
    socket.on("error", () => tell(false));
  });
}

async function askOnce({ href: url }: URL, signal: AbortSignal): Promise<boolean> {
  const response = await ask({ url }, signal);
  response?.resume();
  return response !== undefined;
}

/** A request that nobody has signed. */
export interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to a request, if there is one. The certificate is not looked at: this only asks who is there. */
export function ask(
  { url, method = "GET", headers = {}, body }: Asked,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const send = new URL(url).protocol === "https:" ? httpsRequest : httpRequest;
  const options = { method, headers, agent: false, timeout: 2_000, signal, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const sent = send(url, options, resolve);
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(undefined));
    sent.end(body);
  });
}
