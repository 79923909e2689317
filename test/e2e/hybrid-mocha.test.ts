import { judgesAsPlanned } from "./hybrid-judged.ts";

judgesAsPlanned("mocha");
