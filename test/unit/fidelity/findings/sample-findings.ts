import type { Finding } from "../../../../src/fidelity/index.ts";

/** A finding as a run on Azurite would have it. */
export function sampleFinding(changes: Partial<Finding> = {}): Finding {
  return {
    id: "Container_Create-3f9a12",
    service: "azure-blob",
    operation: "Container_Create",
    impact: "deployment-safety",
    manifestation: "both",
    rootCause: "asynchrony",
    evidence: "something is still under way: 409 ContainerBeingDeleted",
    emulator: { label: "azurite 3.21.0", status: 201, code: null, message: null },
    reference: {
      label: "the cloud",
      status: 409,
      code: "ContainerBeingDeleted",
      message: "The specified container is being deleted. Try operation later.",
    },
    differences: [{ place: "response.status", emulator: "201", reference: "409" }],
    claimed: true,
    sequence: [
      {
        operation: "Container_Create",
        input: { containerName: "ts000001" },
        caller: "owner",
        tries: { kind: "valid" },
      },
      {
        operation: "Container_Delete",
        input: { containerName: "ts000001" },
        caller: "owner",
        tries: { kind: "valid" },
      },
      {
        operation: "Container_Create",
        input: { containerName: "ts000001", metadata: { a: "a".repeat(100), b: "\ud800" } },
        caller: "owner",
        tries: { kind: "valid" },
      },
    ],
    reproduced: 3,
    ...changes,
  };
}
