import { documented, type Evidence, recorded } from "../../../model/index.ts";

/** Tests of Azure's SDK for Python, whose exchanges with the real service are public. */
export function pythonTest(name: string): Evidence {
  return recorded(`azure-sdk-for-python, data-tables, ${name}`);
}

/** The owner's list of codes, and one of them. */
export function codes(code: string): Evidence {
  return documented(
    "Table Storage error codes",
    "https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes",
    code,
  );
}
