import { judgesAsPlanned } from "./hybrid-judged.ts";

judgesAsPlanned("node-test");
