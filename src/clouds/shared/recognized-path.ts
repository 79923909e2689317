import type { Exchange } from "../../wire/index.ts";
import type { Recognizer } from "./recognizer.ts";
import { decodePath, readRequest } from "./wire-request.ts";

/** The segments of a request's path behind its account: `["photos", "a.png"]`. */
export function recognizedPath(recognizer: Recognizer, { request }: Exchange): readonly string[] {
  const wire = readRequest({
    method: request.method,
    url: request.target,
    headers: Object.fromEntries(request.headers),
  });
  const [path = "/"] = recognizer.readings(wire);
  return decodePath(path)
    .split("/")
    .filter((segment) => segment !== "");
}
