import test from "node:test";
import { ran } from "./cases.cjs";

test("is another's", () => ran("runner-inside.node-test.mjs", ["is another's"]));
