import { elementTexts } from "./xml-elements.ts";

/** What a refusal says to people, in XML or in JSON. */
export function errorMessageOf(text: string): string | undefined {
  if (/^\s*(?:\uFEFF)?\s*</.test(text)) {
    return elementTexts(text, "Message", "message", "m:message")[0];
  }
  const document = parsed(text);
  const error = fieldsOf(fieldsOf(document)["odata.error"] ?? document);
  const message = error["message"] ?? error["Message"];
  const plain = fieldsOf(message)["value"] ?? message;
  return typeof plain === "string" ? plain : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
