import { createHash } from "node:crypto";
import { sharedKeyAuthorization } from "../../../src/clouds/azure-account/shared-key.ts";
import { type AzureService, interfaceOf, operationOf, type ServiceName } from "../../../src/clouds/index.ts";
import { signByHeader } from "../../../src/clouds/shared/amazon-signer.ts";
import { defaultInput, type Example, type Input, writeRequest } from "../../../src/model/index.ts";

/** Azurite's account, which everybody knows. */
const known = {
  account: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};

/** s3rver's own pair, which the lab tells; dynalite takes any. */
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** A shared access signature of Azure's whose time is over, of a container or of a table's partitions from m to n. */
const expired = (service: ServiceName) => ({
  sv: "2020-10-02",
  se: "2020-01-01T00:00:00Z",
  sp: "rw",
  ...(service === "azure-table" ? { tn: "users", spk: "m", epk: "n" } : { sr: "c" }),
  sig: "c2lnbmF0dXJl",
});

/** What came back, as contracts look at it. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends what an operation's parameters mean, signed as the service wants it, and nothing that an SDK would add. */
export async function send(
  endpoint: string,
  service: ServiceName,
  operationName: string,
  input: Input = {},
  caller: Example["caller"] = "key",
): Promise<Received> {
  const operation = operationOf(service, operationName);
  const { types } = interfaceOf(service);
  const request = writeRequest(operation, { ...defaultInput(operation, types), ...input }, types);
  const url = new URL(`${endpoint}${request.url}`);
  if (caller === "sas")
    for (const [name, value] of Object.entries(expired(service))) url.searchParams.set(name, value);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const date = new Date();
  const length = String(body?.length ?? 0);
  const headers: Record<string, string> = { ...request.headers };
  if (service.startsWith("azure-")) {
    headers["x-ms-date"] = date.toUTCString();
    headers["x-ms-version"] ??= "2021-10-04";
    headers["Accept"] = "application/json";
    const pairs = Object.entries({ ...headers, "Content-Length": length });
    const target = `${url.pathname}${url.search}`;
    if (caller === "key") {
      headers["Authorization"] = sharedKeyAuthorization(
        service as AzureService,
        "SharedKey",
        { method: request.method, target, headers: pairs },
        known,
      );
    }
  } else if (caller !== "anonymous") {
    const payload =
      service === "s3"
        ? "UNSIGNED-PAYLOAD"
        : createHash("sha256")
            .update(body ?? "")
            .digest("hex");
    if (service === "s3") headers["x-amz-content-sha256"] = payload;
    const target = `${url.pathname}${url.search}`;
    const pairs: [string, string][] = [["host", url.host], ...Object.entries(headers)];
    const names = pairs.map(([name]) => name.toLowerCase()).filter((name) => name.startsWith("x-amz-"));
    const scope = { region: "us-east-1", service: service as "s3" | "dynamodb" };
    const signing = { scope, credentials, signed: names, payload, date };
    const signed = signByHeader({ method: request.method, target, headers: pairs }, signing);
    for (const [name, value] of signed) if (name !== "host") headers[name] = value;
  }
  delete headers["Content-Length"];
  const response = await fetch(url, {
    method: request.method,
    headers,
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
