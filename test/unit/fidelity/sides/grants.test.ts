import { describe, expect, test } from "vitest";
import { interfaceOf, operationOf } from "../../../../src/clouds/index.ts";
import { fullGrant, weakGrant } from "../../../../src/fidelity/sides/grants.ts";

describe.each(["azure-blob", "azure-queue", "azure-table"] as const)("%s", (service) => {
  test("a weak signature grants nothing that its operation needs", () => {
    const granted = interfaceOf(service).operations.flatMap((operation) => {
      const { permissions, resources } = weakGrant(service, operation);
      return operation.authorization.rights.filter((right) => {
        const [resource = "", permission = ""] = right.split(":");
        return resources.includes(resource) && permissions.includes(permission);
      });
    });

    expect(granted).toEqual([]);
  });

  test("a weak signature of an operation that no signature lets in grants everything", () => {
    const closed = interfaceOf(service).operations.filter(
      ({ authorization }) => authorization.by === "account-key" || authorization.by === "token",
    );

    for (const operation of closed) expect(weakGrant(service, operation)).toEqual(fullGrant(service));
  });
});

test("a weak signature grants all the rest", () => {
  expect(weakGrant("azure-queue", operationOf("azure-queue", "Queue_Create"))).toEqual({
    permissions: "rwdlaup",
    resources: "so",
  });
});
