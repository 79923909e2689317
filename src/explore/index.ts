export { inputArbitrary } from "./input-arbitrary.ts";
export { valueArbitrary } from "./value-arbitrary.ts";
