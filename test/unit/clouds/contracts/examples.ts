import {
  contractsOf,
  interfaceOf,
  operationOf,
  readCall,
  type ServiceName,
} from "../../../../src/clouds/index.ts";
import {
  type Answered,
  type Applied,
  type Call,
  type Contract,
  type ContractAnswer,
  ContractState,
  defaultInput,
  type Example,
  type HttpRequest,
  type Input,
  writeRequest,
} from "../../../../src/model/index.ts";

/** Authorisation as the services' clients send it, where an example does not come from nobody. */
const signed: Readonly<Record<string, string>> = {
  azure: "SharedKey devstoreaccount1:c2lnbmF0dXJl",
  amazon: "AWS4-HMAC-SHA256 Credential=K/20260101/us-east-1/x/aws4_request, SignedHeaders=host, Signature=00",
};

/** A shared access signature as it is in the query, of a container or of a table's partitions from m to n; its time is over. */
const expired = (service: ServiceName): string => {
  const reach = service === "azure-table" ? "tn=users&spk=m&epk=n" : "sr=c";
  return `sv=2020-10-02&se=2020-01-01T00%3A00%3A00Z&sp=rw&${reach}&sig=c2lnbmF0dXJl`;
};

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/** The request that an example means, as it would be on the wire. */
function requestOf(
  service: ServiceName,
  operationName: string,
  input: Input = {},
  caller: Example["caller"] = "key",
): HttpRequest {
  const operation = operationOf(service, operationName);
  const { types } = interfaceOf(service);
  const request = writeRequest(operation, { ...defaultInput(operation, types), ...input }, types);
  const isAzure = service.startsWith("azure-");
  const base = isAzure ? "http://127.0.0.1:40001/devstoreaccount1" : "http://127.0.0.1:40001";
  const authorization = signed[isAzure ? "azure" : "amazon"] ?? "";
  return {
    ...request,
    url: `${base}${caller === "sas" ? withQuery(request.url, expired(service)) : request.url}`,
    headers: { ...request.headers, ...(caller === "key" && { authorization }) },
    body: request.body ?? new Uint8Array(),
  };
}

function callOf(service: ServiceName, operation: string, input?: Input, caller?: Example["caller"]): Call {
  return readCall(service, operation, requestOf(service, operation, input, caller), "path");
}

/** Remembers which fields were looked at. */
function watched<Value extends object>(
  value: Value,
  seen: (field: string) => void,
  seenAll: () => void,
): Value {
  return new Proxy(value, {
    get(target, field) {
      if (typeof field === "string") seen(field);
      return Reflect.get(target, field);
    },
    ownKeys(target) {
      seenAll();
      return Reflect.ownKeys(target);
    },
  });
}

/** The parameters that a contract looks at where it is asked of an example; all of a kind where it reads headers or the body. */
export function parametersRead(contract: Contract, operation: string, example: Example): ReadonlySet<string> {
  const read = new Set<string>();
  const { parameters } = operationOf(contract.service as ServiceName, operation);
  const readAll = (kinds: RegExp) => {
    for (const parameter of parameters) if (kinds.test(parameter.in)) read.add(parameter.name);
  };
  answerTo(contract, operation, example, (call) => {
    const input = watched(
      call.input,
      (name) => read.add(name),
      () => readAll(/./),
    );
    const seen = () => readAll(/^headers?$/);
    const headers = watched(call.headers, (name) => name !== "authorization" && seen(), seen);
    const own = { ...call, input, headers };
    return watched(
      own,
      (field) => field === "body" && readAll(/^(?:body|field)$/),
      () => {},
    );
  });
  return read;
}

const windows = { "container-deletion": 30_000, "queue-deletion": 30_000, "table-deletion": 40_000 };

/** Whether a contract speaks of one of its examples, on one of its operations. */
export function speaksOf(contract: Contract, operation: string, example: Example): boolean {
  return answerTo(contract, operation, example) !== undefined;
}

/** What a contract answers to one of its examples; `undefined` if it is silent. */
export function answerTo(
  contract: Contract,
  operation: string,
  example: Example,
  watching: (call: Call) => Call = (call) => call,
): ContractAnswer | undefined {
  return applied([contract], operation, example, { watching })[0]?.answer;
}

/** Whose contracts speak of an example, of all that a service has. */
export function speakersOf(
  service: ServiceName,
  operation: string,
  example: Example,
  knowsAll = true,
): readonly string[] {
  return applied(contractsOf(service), operation, example, { knowsAll }).map(({ contract }) => contract.id);
}

function applied(
  contracts: readonly Contract[],
  operation: string,
  example: Example,
  {
    knowsAll = true,
    watching = (call) => call,
  }: { readonly knowsAll?: boolean; readonly watching?: (call: Call) => Call },
): readonly Applied[] {
  const service = contracts[0]?.service as ServiceName;
  const state = new ContractState(contracts, { windows, knowsAll });
  let now = Date.parse("2026-11-16T10:00:00Z");
  for (const step of example.after ?? []) {
    const answered: Answered = { status: 200, headers: {}, ...step.answered };
    state.learn({ call: callOf(service, step.operation, step.input), answered, now });
  }
  now += example.later ?? 1;
  const call = watching(callOf(service, operation, example.input, example.caller));
  const answered: Answered = { status: 200, headers: {}, ...example.answered };
  return state.all(call, answered, now);
}
