import { type Exchange, openTrace, type TraceHeader } from "../src/wire/index.ts";

/** A trace, read to its end. */
export interface ReadTrace {
  readonly header: TraceHeader;
  readonly exchanges: readonly Exchange[];
  readonly torn: string | undefined;
}

export async function readTrace(file: string): Promise<ReadTrace> {
  await using trace = await openTrace(file);
  const exchanges = await Array.fromAsync(trace);
  return { header: trace.header, exchanges, torn: trace.torn };
}

/** `azure-blob Container_Create`, in the order of the trace. */
export function operationsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(({ service, operation }) => `${service} ${operation}`);
}
