import { expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../src/clouds/index.ts";
import { type Type, typesReachedFrom } from "../../../src/model/index.ts";
import { operationRow } from "../../../src/report/index.ts";

interface Row {
  readonly alsoMethods: readonly string[];
  readonly parameters: readonly { readonly type: Type }[];
  readonly output: { readonly body: Type; readonly headers: Readonly<Record<string, Type>> };
  readonly types: Readonly<Record<string, Type>>;
}

test.each(serviceNames)("a row of %s can be used alone: every reference in it has its type", (service) => {
  for (const operation of interfaceOf(service).operations) {
    const { parameters, output, types } = operationRow(interfaceOf(service), operation) as Row;
    const parts = [...parameters.map(({ type }) => type), ...Object.values(output.headers), output.body];

    expect(Object.keys(typesReachedFrom(parts, types)), operation.name).toEqual(Object.keys(types));
  }
});

test("a row names the other methods that mean the same", () => {
  const merge = interfaceOf("azure-table").operations.find(({ name }) => name === "Table_MergeEntity");

  expect(merge && operationRow(interfaceOf("azure-table"), merge)).toMatchObject({
    service: "azure-table",
    operation: "Table_MergeEntity",
    method: "PATCH",
    alsoMethods: ["MERGE"],
    output: { status: 204 },
  });
});
