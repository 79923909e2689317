import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CallOptions } from "../../src/clouds/index.ts";
import type { Input } from "../../src/model/index.ts";
import { type OpenedSide, said, sideOf } from "./opened-side.ts";

interface Stored {
  readonly make: readonly [string, Input];
  readonly thing: Input;
  /** How its policies are set, and as which parameter. */
  readonly store: readonly [string, string];
  /** What the policy must grant for the call. */
  readonly needed: string;
  readonly more: string;
  readonly call: readonly [string, Input];
  readonly done: string;
}

const things: Readonly<Record<"azure-blob" | "azure-queue" | "azure-table", Stored>> = {
  "azure-blob": {
    make: ["Container_Create", { containerName: "photos" }],
    thing: { containerName: "photos" },
    store: ["Container_SetAccessPolicy", "containerAcl"],
    needed: "l",
    more: "rw",
    call: ["Container_ListBlobFlatSegment", { containerName: "photos" }],
    done: "200",
  },
  "azure-queue": {
    make: ["Queue_Create", { queueName: "jobs" }],
    thing: { queueName: "jobs" },
    store: ["Queue_SetAccessPolicy", "queueAcl"],
    needed: "a",
    more: "rp",
    call: ["Messages_Enqueue", { queueName: "jobs", queueMessage: { MessageText: "a" } }],
    done: "201",
  },
  "azure-table": {
    make: ["Table_Create", { tableProperties: { TableName: "Users" } }],
    thing: { table: "Users" },
    store: ["Table_SetAccessPolicy", "tableAcl"],
    needed: "r",
    more: "au",
    call: ["Table_QueryEntities", { table: "Users" }],
    done: "200",
  },
};

describe.each(["azure-blob", "azure-queue", "azure-table"] as const)("%s", (service) => {
  const { make, thing, store, needed, more, call, done } = things[service];
  let opened: OpenedSide;
  beforeAll(async () => {
    opened = await sideOf(service, "azurite");
  });
  afterAll(() => opened.side[Symbol.asyncDispose]());

  /** A place where the thing is, with how policies are stored there and what their holder is answered. */
  async function made() {
    const stage = opened.side.open();
    onTestFinished(() => stage[Symbol.asyncDispose]());
    await stage.call("owner", ...make);
    return {
      stage,
      async grant(Permission: string, Expiry = "2099-12-31T23:59:59Z", Id = "touchstone") {
        const AccessPolicy = { Start: "2020-01-01T00:00:00Z", Expiry, Permission };
        const [operation, parameter] = store;
        const set = await stage.call("owner", operation, { ...thing, [parameter]: [{ Id, AccessPolicy }] });
        expect(said(set)).toMatch(/^20/);
      },
      answered: async (options?: CallOptions) =>
        said(await stage.call("policy-sas", call[0], call[1], options)),
    };
  }

  test.each(["sdk", "raw"] as const)(
    "by %s, a policy lets its holder in until it grants no more",
    async (via) => {
      const { grant, answered } = await made();

      const before = await answered({ via });
      await grant(needed + more);
      const granted = await answered({ via });
      await grant(more);
      const withdrawn = await answered({ via });

      expect(before).toMatch(/^403 /);
      expect(granted).toBe(done);
      expect(withdrawn).toBe("403 AuthorizationPermissionMismatch");
    },
  );

  test("what has expired, or is called otherwise, lets nobody in", async () => {
    const { grant, answered } = await made();

    await grant(needed, "2020-01-02T00:00:00Z");
    const expired = await answered();
    await grant(needed, undefined, "another");
    const another = await answered();
    await grant(needed);
    const again = await answered();

    expect(expired).toMatch(/^403 /);
    expect(another).toMatch(/^403 /);
    expect(again).toBe(done);
  });

  test("nobody holds a signature for the whole account", async () => {
    const { stage } = await made();

    expect(await stage.call("policy-sas", "Service_GetProperties", {})).toMatchObject({
      kind: "masked",
      message: expect.stringContaining("the call names none"),
    });
  });
});
