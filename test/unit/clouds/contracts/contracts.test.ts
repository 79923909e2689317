import { describe, expect, test } from "vitest";
import {
  allContracts,
  contractsOf,
  interfaceOf,
  type ServiceName,
  serviceNames,
} from "../../../../src/clouds/index.ts";
import { speaksOf } from "./examples.ts";

describe.each(serviceNames)("the contracts of %s", (service) => {
  const names = interfaceOf(service).operations.map(({ name }) => name);

  test("are its own, each once, on operations that it has", () => {
    const own = contractsOf(service);

    expect(own.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([]);
    expect(own.filter((contract) => contract.service !== service)).toEqual([]);
    expect(own.flatMap(({ on }) => on).filter((operation) => !names.includes(operation))).toEqual([]);
  });

  test("keep track of operations that it has", () => {
    const tracked = contractsOf(service).flatMap(({ track }) =>
      Object.values(track).flatMap(({ operations }) => operations),
    );

    expect(tracked.filter((operation) => !names.includes(operation))).toEqual([]);
  });
});

const sides = allContracts.flatMap((contract) => contract.on.map((operation) => ({ contract, operation })));

describe.each(sides)("$contract.id on $operation", ({ contract, operation }) => {
  test("speaks of a request that breaks it", () => {
    expect(speaksOf(contract, operation, contract.breaks)).toBe(true);
  });

  test("is silent about one that just keeps it", () => {
    expect(speaksOf(contract, operation, contract.keeps)).toBe(false);
  });
});

test("say where they are from, in a sentence and with a page that can be looked up", () => {
  const urls = allContracts.flatMap(({ evidence }) => (evidence.kind === "documented" ? [evidence.url] : []));

  expect(urls.filter((url) => !URL.canParse(url))).toEqual([]);
  expect(allContracts.filter(({ says }) => says.length < 10)).toEqual([]);
  expect(new Set(serviceNames).size).toBe(
    new Set(allContracts.map(({ service }) => service as ServiceName)).size,
  );
});
