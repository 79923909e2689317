import type { ReportedTest } from "./reported-test.ts";
import { elementsNamed, readXmlElements, type XmlElement } from "./xml-elements.ts";

/** The results of a Visual Studio test report, as `dotnet test --logger trx` writes it. */
export function readTrx(xml: string): ReportedTest[] {
  return elementsNamed(readXmlElements(xml), "UnitTestResult").map((result) => {
    const { testName: name = "", outcome = "", duration } = result.attributes;
    return {
      name,
      ...(duration !== undefined && { ms: milliseconds(duration) }),
      ...outcomeOf(outcome, result),
    };
  });
}

function outcomeOf(outcome: string, result: XmlElement): Pick<ReportedTest, "status" | "message"> {
  if (outcome === "Passed" || outcome === "PassedButRunAborted") return { status: "passed" };
  if (outcome === "NotExecuted" || outcome === "NotRunnable" || outcome === "Inconclusive")
    return { status: "skipped" };
  const [message] = elementsNamed(result.children, "Message");
  return { status: "failed", message: message?.text.trim() || outcome || "it failed" };
}

/** `00:00:01.2500000` */
function milliseconds(duration: string): number {
  return Math.round(duration.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1e6) / 1e3;
}
