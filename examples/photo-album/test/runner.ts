import { before, describe as nodeDescribe, test as nodeTest } from "node:test";

/** What the tests use of their runner: the same of Vitest and of `node:test`, which needs no package. */
export function beforeAll(setUp: () => Promise<void>): void {
  before(setUp);
}

export function describe(name: string, define: () => void): void {
  void nodeDescribe(name, define);
}

/** A group whose tests run at the same time. */
export function describeConcurrent(name: string, define: () => void): void {
  void nodeDescribe(name, { concurrency: true }, define);
}

export function test(name: string, body: () => Promise<void> | void): void {
  void nodeTest(name, async () => body());
}
