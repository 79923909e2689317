import type { ServiceName } from "./service-names.ts";

/** Something that requests may ask for beside what they do. */
export interface Extra {
  /** Its headers, by their names in lower case. */
  readonly header: RegExp;
  /** A field of addresses, in lower case, that asks for the same. */
  readonly field?: string;
  /** It only says when something is done, and not what. */
  readonly isCondition?: boolean;
}

const extras: Readonly<Record<ServiceName, readonly Extra[]>> = {
  "azure-blob": [
    { header: /^(?:x-ms-(?:source-)?)?if-/, isCondition: true },
    {
      header: /^x-ms-(?:(?:source-)?encryption-|(?:default|deny)-encryption-scope)/,
      field: "ses",
    },
    { header: /^x-ms-access-tier$/ },
    { header: /^x-ms-tags$/ },
    { header: /^x-ms-(?:immutability-policy-|legal-hold$)/ },
  ],
  "azure-queue": [],
  "azure-table": [{ header: /^if-/, isCondition: true }],
  s3: [
    { header: /^(?:x-amz-copy-source-)?if-/, isCondition: true },
    { header: /^x-amz-(?:copy-source-)?server-side-encryption/ },
    { header: /^x-amz-storage-class$/ },
    { header: /^x-amz-tagging$/ },
    { header: /^x-amz-object-lock-/ },
  ],
  dynamodb: [],
};

/** What requests to a service may ask for beside what they do, and a target may know nothing of. */
export function extrasOf(service: ServiceName): readonly Extra[] {
  return extras[service];
}
