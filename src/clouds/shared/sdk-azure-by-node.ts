import type { PipelineRequest, PipelineResponse } from "./sdk-azure.ts";
import { handedOn } from "./sdk-azure-handed-on.ts";
import { collected } from "./sdk-body.ts";
import { givingUp, noteAnswer, noteRequestsOfNode } from "./sdk-watch.ts";

type Observed = <Request extends PipelineRequest, Response extends PipelineResponse>(
  request: Request,
  next: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Has the SDK send by itself, and sees every answer as it came. */
export function observedByNode(patience: number): Observed {
  return async (request, next) => {
    noteRequestsOfNode();
    // The SDK's own timer goes on after a request that cannot be written, and ends before the body has come.
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const timer = setTimeout(giveUp, patience);
    const given = givingUp();
    given?.addEventListener("abort", giveUp);
    request.abortSignal = waiting.signal;
    try {
      const response = await next(request);
      const body = await bodyOf(response);
      noteAnswer({ status: response.status, headers: response.headers.toJSON(), body });
      if (response.headers.has("retry-after")) response.headers.set("retry-after", "0");
      return response;
    } finally {
      clearTimeout(timer);
      given?.removeEventListener("abort", giveUp);
    }
  };
}

/** The body, which a stream gives but once. */
async function bodyOf(response: PipelineResponse): Promise<Buffer> {
  const stream = response.readableStreamBody;
  if (stream === undefined) return Buffer.from(response.bodyAsText ?? "");
  const body = await collected(stream as AsyncIterable<Uint8Array | string>);
  response.readableStreamBody = handedOn(body);
  return body;
}
