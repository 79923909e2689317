import { findJava } from "../../src/lab/emulators/java.ts";

/** DynamoDB Local needs Java, and not too old a one; where there is none, what needs it is skipped. */
export const javaIsThere: boolean = (await findJava())?.isNewEnough ?? false;
