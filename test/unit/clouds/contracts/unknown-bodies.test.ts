import { expect, test } from "vitest";
import {
  allContracts,
  defaultWindows,
  interfaceOf,
  readCall,
  serviceNames,
} from "../../../../src/clouds/index.ts";
import { ContractState, defaultInput, writeRequest } from "../../../../src/model/index.ts";

/** Requests whose body is not kept, as those are that say no length. */
const unkept = serviceNames.flatMap((service) => {
  const { operations, types } = interfaceOf(service);
  return operations
    .filter(({ parameters }) => parameters.some(({ in: place }) => place === "field" || place === "body"))
    .map((operation) => {
      const { body: _, ...head } = writeRequest(operation, defaultInput(operation, types), types);
      const headers = { ...head.headers, "transfer-encoding": "chunked", authorization: "SharedKey a:b" };
      return { service, call: readCall(service, operation.name, { ...head, headers }) };
    });
});

test.each(unkept)("no contract speaks of a body that is not known: $service $call.operation", ({ call }) => {
  const state = new ContractState(allContracts, { windows: defaultWindows, knowsAll: false });

  expect(call.unknown?.size).toBeGreaterThan(0);
  expect(state.before(call, 0)?.contract.id).toBeUndefined();
  expect(state.after(call, { status: 200, headers: {}, text: "" }, 0)?.contract.id).toBeUndefined();
});
