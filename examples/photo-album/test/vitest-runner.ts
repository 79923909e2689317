import { describe } from "vitest";

export { beforeAll, describe, test } from "vitest";

/** A group whose tests run at the same time. */
export function describeConcurrent(name: string, define: () => void): void {
  describe.concurrent(name, define);
}
