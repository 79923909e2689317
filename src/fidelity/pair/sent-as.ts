import {
  exampleOf,
  identify,
  interfaceOf,
  operationOf,
  type ServiceName,
  writtenRequest,
} from "../../clouds/index.ts";
import { defaultInput, type Input } from "../../model/index.ts";

/**
 * The operation that a call is on the wire, where that is another one: who uploads to an object without a name makes its bucket.
 *
 * @example
 * await sentAs("s3", "PutObjectAcl", { Bucket: "photos", Key: "" }); // "PutBucketAcl"
 */
export async function sentAs(
  service: ServiceName,
  operation: string,
  input: Input,
): Promise<string | undefined> {
  const sent = await identified(service, operation, input);
  if (sent === undefined || sent === operation) return undefined;
  // Operations that others have replaced are the same on the wire, whatever they are given.
  return (await isSentAsItself(service, operation)) ? sent : undefined;
}

/** What nobody could name is what the call says that it is. */
async function identified(
  service: ServiceName,
  operation: string,
  input: Input,
): Promise<string | undefined> {
  const request = await writtenRequest(service, operation, input, { via: "raw" });
  if (!("method" in request)) return undefined;
  const url = `http://127.0.0.1${service.startsWith("azure-") ? "/devstoreaccount1" : ""}${request.url}`;
  return identify({ ...request, url }, { services: [service], addressing: "path" }).operation ?? undefined;
}

const themselves = new Map<string, Promise<boolean>>();

function isSentAsItself(service: ServiceName, name: string): Promise<boolean> {
  const key = `${service} ${name}`;
  const operation = operationOf(service, name);
  const plain = { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) };
  const isItself = themselves.get(key) ?? identified(service, name, plain).then((sent) => sent === name);
  themselves.set(key, isItself);
  return isItself;
}
