import { documented, type Evidence, recorded } from "../../../model/index.ts";

/** The paper that measured emulators against the clouds. */
export function study(section: string): Evidence {
  return recorded(`the study "Fidelity of Cloud Emulators", ${section}, which met it on the real service`);
}

/** Tests of Azure's SDK for Python, whose exchanges with the real service are public. */
export function pythonTest(name: string): Evidence {
  return recorded(`azure-sdk-for-python, storage-blob, ${name}`);
}

/** Answers of the real service that somebody quotes in an issue. */
export function quotedIn(...issues: readonly string[]): Evidence {
  return recorded(`the service's answer, quoted in ${issues.join(" and ")}`);
}

/** Recordings of the tests of Azure's SDK for Go with the real service. */
export function goTest(name: string): Evidence {
  return recorded(`azure-sdk-for-go, azblob, ${name}`);
}

/** The owner's list of codes, and one of them. */
export function codes(code: string): Evidence {
  return documented(
    "Blob Storage error codes",
    "https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes",
    code,
  );
}
