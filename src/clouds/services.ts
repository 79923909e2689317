import type { Interface, Operation } from "../model/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { azureBlob, azureBlobRecognizer } from "./azure-blob/index.ts";
import { azureQueue, azureQueueRecognizer } from "./azure-queue/index.ts";
import { azureTable, azureTableRecognizer } from "./azure-table/index.ts";
import { dynamodb, dynamodbRecognizer } from "./dynamodb/index.ts";
import { s3, s3Recognizer } from "./s3/index.ts";
import { isServiceName, type ServiceName, serviceNames } from "./service-names.ts";
import type { Recognizer } from "./shared/recognizer.ts";

/** A service of the table. CONTRIBUTING.md says what else a new one asks for. */
interface Service {
  readonly interface: Interface;
  readonly recognizer: Recognizer;
}

const services: Readonly<Record<ServiceName, Service>> = {
  "azure-blob": { interface: azureBlob, recognizer: azureBlobRecognizer },
  "azure-queue": { interface: azureQueue, recognizer: azureQueueRecognizer },
  "azure-table": { interface: azureTable, recognizer: azureTableRecognizer },
  s3: { interface: s3, recognizer: s3Recognizer },
  dynamodb: { interface: dynamodb, recognizer: dynamodbRecognizer },
};

const operations: ReadonlyMap<ServiceName, ReadonlyMap<string, Operation>> = new Map(
  serviceNames.map((service) => [
    service,
    new Map(services[service].interface.operations.map((operation) => [operation.name, operation])),
  ]),
);

/** The service of that name, or an error that lists them. */
export function serviceNamed(text: string): ServiceName {
  if (isServiceName(text)) return text;
  throw new TouchstoneError("TS_UNKNOWN_SERVICE", `there is no service \`${text}\``, {
    hint: `The services are ${serviceNames.join(", ")}.`,
  });
}

export function recognizerOf(service: ServiceName): Recognizer {
  return services[service].recognizer;
}

/**
 * What a service promises, as data.
 *
 * @example
 * interfaceOf("s3").operations.filter(({ asynchronous }) => asynchronous);
 */
export function interfaceOf(service: ServiceName): Interface {
  return services[service].interface;
}

/** The names of a service's operations. */
export function operationNames(service: ServiceName): readonly string[] {
  return services[service].interface.operations.map(({ name }) => name);
}

/**
 * One operation of a service by its name.
 *
 * @example
 * operationOf("azure-queue", "Queue_Create").output.status; // 201
 */
export function operationOf(service: ServiceName, name: string): Operation {
  const found = operations.get(service)?.get(name);
  if (found !== undefined) return found;
  throw new TouchstoneError("TS_UNKNOWN_OPERATION", `${service} has no operation ${name}`, {
    hint: `touchstone operations ${service} lists them.`,
  });
}
