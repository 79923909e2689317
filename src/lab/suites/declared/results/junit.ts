import type { ReportedTest } from "./reported-test.ts";
import { elementsNamed, readXmlElements, type XmlElement } from "./xml-elements.ts";

/** The test cases of a JUnit report; a name is the class's and the case's. */
export function readJunit(xml: string): ReportedTest[] {
  return elementsNamed(readXmlElements(xml), "testcase").map((testcase) => {
    const { name = "", classname, time } = testcase.attributes;
    const ms = Number(time) * 1000;
    return {
      name: classname === undefined || classname === "" ? name : `${classname}.${name}`,
      ...(Number.isFinite(ms) && { ms }),
      ...outcomeOf(testcase),
    };
  });
}

function outcomeOf({ children }: XmlElement): Pick<ReportedTest, "status" | "message"> {
  const broken = children.find(({ name }) => name === "failure" || name === "error");
  if (broken !== undefined)
    return { status: "failed", message: broken.attributes["message"] || broken.text.trim() || "it failed" };
  return { status: children.some(({ name }) => name === "skipped") ? "skipped" : "passed" };
}
