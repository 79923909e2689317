import type { Operation } from "../../model/index.ts";
import { type Attribution, nameRules } from "../../wire/index.ts";
import type { AmazonAccount } from "../shared/amazon-account.ts";
import { type Arn, arnBack, arnThere, mapArns, tableResource } from "../shared/amazon-arns.ts";
import type { Naming } from "./names-in-documents.ts";
import { mapTables } from "./partiql.ts";

/** Names of one request, on their way out and back. */
export interface Renaming {
  readonly there: (text: string, naming: Naming) => string;
  readonly back: (text: string, naming: Naming) => string;
  /** Whether a text of an answer names a table of this test, or none at all. */
  readonly isOwn: (text: string, naming: Naming) => boolean;
  /** The application's tables in a text of a request. */
  readonly tablesIn: (text: string, naming: Naming) => readonly string[];
}

/** Whether an operation goes over all tables of an account. */
export function isListing({ name }: Operation): boolean {
  return name.startsWith("List");
}

/** Their pages may begin at any name, also at one of no table: that one has to keep its place in the order. */
const startsAnywhere: ReadonlySet<string> = new Set(["ListTables", "ListGlobalTables"]);

/**
 * Makes the renamings of one account. Where a page of a listing ends at a stranger's table, the application gets a mark
 * in its place, and hands it back for the next page.
 */
export function renamings(account: AmazonAccount) {
  const marks = new Map<string, string>();
  return (operation: Operation, clientRegion: string, by: Attribution): Renaming => {
    const { names } = account;
    const listing = isListing(operation);

    const tableThere = (own: string): string => {
      const known = listing ? marks.get(own) : undefined;
      if (known !== undefined) return known;
      if (startsAnywhere.has(operation.name)) return names.find("dynamodbTable", own, by) ?? own;
      return isPossible(own) ? names.there("dynamodbTable", own, by) : own;
    };
    const tableBack = (there: string): string => {
      if (!listing) return names.own(there) ?? there;
      return names.ownOf("dynamodbTable", there, by) ?? mark(there);
    };
    const mark = (there: string): string => {
      const known = [...marks].find(([, each]) => each === there)?.[0];
      const name = known ?? `touchstone-mark-${marks.size + 1}`;
      marks.set(name, there);
      return name;
    };
    const arnOut = (arn: Arn): Arn => arnThere(renamed(arn, tableThere, bucketThere), account);
    const arnIn = (arn: Arn): Arn => arnBack(renamed(arn, tableBack, bucketBack), clientRegion, account);
    const bucketThere = (own: string): string => names.there("bucket", own, by);
    const bucketBack = (there: string): string => names.own(there) ?? there;

    return {
      there: (text, naming) => rename(text, naming, { table: tableThere, bucket: bucketThere, arn: arnOut }),
      back: (text, naming) => rename(text, naming, { table: tableBack, bucket: bucketBack, arn: arnIn }),
      isOwn: (text, naming) =>
        tablesIn(text, naming).every((there) => names.ownOf("dynamodbTable", there, by) !== undefined),
      tablesIn,
    };
  };
}

interface Changes {
  readonly table: (name: string) => string;
  readonly bucket: (name: string) => string;
  readonly arn: (arn: Arn) => Arn;
}

function rename(text: string, naming: Naming, { table, bucket, arn }: Changes): string {
  const nameOrArn = (name: string) => (name.startsWith("arn:") ? mapArns(name, arn) : table(name));
  switch (naming) {
    case "table":
      return nameOrArn(text);
    case "bucket":
      return bucket(text);
    case "statement":
      return mapTables(text, nameOrArn);
    default:
      return mapArns(text, arn);
  }
}

/** An ARN whose table or bucket is renamed; other ARNs stay. */
function renamed(arn: Arn, table: (name: string) => string, bucket: (name: string) => string): Arn {
  if (arn.service === "s3") {
    const [name = "", ...rest] = arn.resource.split("/");
    return { ...arn, resource: [bucket(name), ...rest].join("/") };
  }
  const resource = arn.resource.replace(
    tableResource,
    (_, before: string, name: string, after: string) => before + table(name) + after,
  );
  return arn.service === "dynamodb" ? { ...arn, resource } : arn;
}

function tablesIn(text: string, naming: Naming): readonly string[] {
  const tables: string[] = [];
  const note = (name: string): string => {
    tables.push(name);
    return name;
  };
  rename(text, naming, {
    table: note,
    bucket: (name) => name,
    arn: (arn) => renamed(arn, note, (name) => name),
  });
  return tables;
}

/** A name that no table can have stays as it is: the service shall refuse it. */
function isPossible(name: string): boolean {
  return name.length >= 3 && name.length <= nameRules.dynamodbTable.maxLength;
}
