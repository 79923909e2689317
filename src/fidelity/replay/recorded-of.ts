import { isCloudHost, recordingLabel } from "../../lab/index.ts";
import { namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** What recordings are called as a reference: whatever was not seen to come from the cloud is a stand-in's. */
export function referenceOf(source: string, recordings: readonly Recording[]): string {
  const exchanges = recordings
    .flatMap((recording) => recording.exchanges)
    .filter((exchange) => namedRequest(exchange).service !== null);
  return recordingLabel(source, exchanges.length > 0 && exchanges.every(isFromCloud));
}

function isFromCloud({ url, sentTo = url }: RecordedExchange): boolean {
  return isCloudHost(URL.parse(sentTo)?.hostname ?? sentTo);
}
