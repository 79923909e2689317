import {
  denialsOf,
  exampleOf,
  furtherExamplesOf,
  interfaceOf,
  operationOf,
  type Rule,
  type ServiceName,
  topLevelOf,
} from "../../clouds/index.ts";
import { Resources, Schedule } from "../../explore/index.ts";

/** The schedule of a service's sequences: the same seed gives the same. */
export function scheduleOf(service: ServiceName, seed: number): Schedule {
  const ruling = ({ operation, input }: Rule) => ({ operation: operationOf(service, operation), input });
  return new Schedule({
    resources: new Resources(interfaceOf(service)),
    example: (operation) => exampleOf(service, operation),
    furtherExamples: (operation) => furtherExamplesOf(service, operation),
    denials: (operation) =>
      denialsOf(service, operation).map(({ callers, allowing, denying }) => ({
        callers,
        ...(allowing !== undefined && { allowing: ruling(allowing) }),
        denying: denying.map(ruling),
      })),
    areSettingsFelt: topLevelOf(service).settings !== "unfelt",
    seed,
  });
}
