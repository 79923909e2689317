/** An object without what is not given, as SDKs' options want it. */
export function given<Options extends object>(
  options: Options,
): { [Name in keyof Options]?: Exclude<Options[Name], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Options]?: Exclude<Options[Name], undefined> };
}

/** A date as SDKs take it; a text that is none is left to the completion of the request. */
export function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Bytes as SDKs take them; a text that is no Base64 is left to the completion of the request. */
export function decoded(text: string | undefined): Uint8Array | undefined {
  const bytes = Buffer.from(String(text ?? ""), "base64");
  return text !== undefined && bytes.toString("base64") === text ? bytes : undefined;
}

/** Where a range begins and how long it is. */
export interface Span {
  readonly offset?: number;
  readonly count?: number;
}

/** `bytes=0-511` as SDKs take it; what cannot be read gives nothing. */
export function spanOf(range: string | undefined): Span {
  const [, from, to = ""] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === undefined) return {};
  return { offset: Number(from), ...(to !== "" && { count: Number(to) - Number(from) + 1 }) };
}

/** A stored access policy as the interface has it. */
export interface SignedIdentifier {
  readonly Id: string;
  readonly AccessPolicy: { readonly Start?: string; readonly Expiry?: string; readonly Permission?: string };
}

/** The same as the SDKs of blobs and queues take it. */
export function policiesOf(identifiers: readonly SignedIdentifier[] | undefined): {
  id: string;
  accessPolicy: { startsOn?: Date; expiresOn?: Date; permissions?: string };
}[] {
  return (identifiers ?? []).map(({ Id, AccessPolicy }) => ({
    id: Id,
    accessPolicy: given({
      startsOn: dateOf(AccessPolicy.Start),
      expiresOn: dateOf(AccessPolicy.Expiry),
      permissions: AccessPolicy.Permission,
    }),
  }));
}

/** Whether every time that a policy names is one that the SDKs can carry. */
export function areDated(identifiers: readonly SignedIdentifier[] | undefined): boolean {
  return (identifiers ?? []).every(({ AccessPolicy: { Start, Expiry } }) =>
    [Start, Expiry].every((text) => text === undefined || dateOf(text) !== undefined),
  );
}

/** Names that SDKs have for fields of a service's properties, where it is not the field's own in camel case. */
export type FieldNames = Readonly<Record<string, string>>;

/** A document as the SDKs take it: fields in camel case, but for those that have another name. */
export function sdkDocument(value: unknown, names: FieldNames): unknown {
  if (Array.isArray(value)) return value.map((item) => sdkDocument(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      names[name] ?? name.charAt(0).toLowerCase() + name.slice(1),
      sdkDocument(part, names),
    ]),
  );
}

/** What the first page of a listing says. */
export async function firstPage(pages: AsyncIterator<unknown>): Promise<unknown> {
  return (await pages.next()).value;
}
