import {
  type Caller,
  type CallResult,
  type Clients,
  clientsFor,
  interfaceOf,
  routeOf,
  type ServiceName,
} from "../../src/clouds/index.ts";
import { defaultInput, defaultValue, type Input, type Operation, present } from "../../src/model/index.ts";

/** Operation to a call of it on an endpoint. */
export type SdkCalls = Readonly<Record<string, (endpoint: string) => Promise<CallResult>>>;

/** The account that every Azure emulator knows, and its published key. */
const azureOwner: Caller = {
  as: "owner",
  id: "devstoreaccount1",
  secret: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};
const amazonOwner: Caller = { as: "owner", id: "touchstone", secret: "touchstone" };

/** A call of every operation that the service's SDK reaches. */
export function sdkCallsOf(service: ServiceName): SdkCalls {
  const { operations } = interfaceOf(service);
  const opened = new Map<string, Promise<Clients>>();
  const clientsAt = (endpoint: string): Promise<Clients> => {
    const clients = opened.get(endpoint) ?? clientsFor(service, { endpoint, caller: ownerOf(service) });
    opened.set(endpoint, clients);
    return clients;
  };
  const reached = operations.filter(({ name }) => routeOf(service, name) === "sdk");
  return Object.fromEntries(
    reached.map((operation) => [
      operation.name,
      async (endpoint: string) =>
        (await clientsAt(endpoint)).call(operation.name, exampleInput(service, operation)),
    ]),
  );
}

function ownerOf(service: ServiceName): Caller {
  return service.startsWith("azure-") ? azureOwner : amazonOwner;
}

const keys = { PartitionKey: "o'clock, (noon)", RowKey: "a=b" };

/** Names in which what has a meaning in addresses stands for itself. */
const oddNames: Input = { partitionKey: keys.PartitionKey, rowKey: keys.RowKey, blob: "2024/a cat.jpg" };

/** Valid values of an operation: what it needs, and with DynamoDB all that it takes. */
export function exampleInput(service: ServiceName, operation: Operation): Input {
  const { types } = interfaceOf(service);
  const { name, parameters } = operation;
  if (service === "dynamodb") {
    return Object.fromEntries(parameters.map((each) => [each.name, defaultValue(present(each.type), types)]));
  }
  const needed = defaultInput(operation, types);
  if (service === "s3") {
    return parameters.some((each) => each.name === "Body") ? { ...needed, Body: "touchstone" } : needed;
  }
  const odd = parameters.filter((each) => oddNames[each.name] !== undefined);
  return {
    ...needed,
    ...Object.fromEntries(odd.map((each) => [each.name, oddNames[each.name]])),
    ...(name === "Table_Batch" && { body: [{ Action: "Insert", Table: "photos", Entity: keys }] }),
  };
}
