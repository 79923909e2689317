import {
  type AzureService,
  policySasText,
  type ServiceName,
  sasCaller,
  sharedKeyText,
} from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import { fullGrant, isAzure } from "../sides/grants.ts";
import { type Access, farAway, type PolicyAccess, publicCredentials, type SasAccess } from "./callers.ts";
import { markOf } from "./marked.ts";
import { escapedForPrintf, referenceName, shAddress, shInside, shText } from "./sh-text.ts";

/** How a line is let in: what goes before it, into its address, and into its headers. */
export interface CurlAccess {
  readonly before: readonly string[];
  /** What stands behind the query: `$sas`. */
  readonly query: string;
  readonly words: readonly string[];
}

const none: CurlAccess = { before: [], query: "", words: [] };

/** What names the wrong signature: in form like one, and nobody's. */
const wrongSignature = Buffer.alloc(32, "nobody's signature ").toString("base64");

/** Where the lines go: to an emulator, whose credentials are known, or to a cloud by somebody's own. */
export type Aim = "emulator" | "cloud";

/**
 * Lets a request in. Emulators were found to know fewer operations by a shared access signature than by the account's
 * key: what the owner does is signed with the key, while the lines run.
 */
export function curlAccess(service: ServiceName, access: Access, request: HttpRequest, aim: Aim): CurlAccess {
  if (access.by === "nothing") return none;
  if (!isAzure(service)) return amazonAccess(service, access, aim);
  if (access.by === "sas") return { ...none, query: sasOf(service, access) };
  if (access.by === "policy-sas") return policyAccess(service, access, aim);
  const { id } = publicCredentials(service);
  if (access.by === "wrong-key") {
    const authorization = `Authorization: SharedKey ${id}:${wrongSignature}`;
    return { before: [], query: "", words: ['-H "x-ms-date: $now"', `-H ${shText(authorization)}`] };
  }
  return aim === "emulator" ? signedAccess(service, id, request) : { ...none, query: "$sas" };
}

function amazonAccess(service: ServiceName, { by }: Access, aim: Aim): CurlAccess {
  const { id, secret } = publicCredentials(service);
  const [key, hidden] = aim === "cloud" ? ["$AWS_ACCESS_KEY_ID", "$AWS_SECRET_ACCESS_KEY"] : [id, secret];
  const user = `${key}:${by === "key" ? hidden : "another"}`;
  return {
    before: [],
    query: "",
    words: [
      `--aws-sigv4 aws:amz:us-east-1:${service}`,
      `--user ${user.includes("$") ? `"${user}"` : shText(user)}`,
      ...(service === "s3" ? ["-H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'"] : []),
    ],
  };
}

/** A reference that stands for the time at which a line runs. */
const nowIndex = 26 ** 4 - 1;

function signedAccess(
  service: AzureService,
  account: string,
  { method, url, headers, body = "" }: HttpRequest,
): CurlAccess {
  const length = Buffer.byteLength(body);
  const text = sharedKeyText(
    service,
    "SharedKey",
    {
      method,
      target: `/${account}${url}`,
      headers: [
        ...Object.entries(headers),
        ["x-ms-date", markOf(nowIndex)],
        ...(length > 0 ? [["Content-Length", String(length)] as const] : []),
      ],
    },
    account,
  );
  return {
    before: [`signature=$(printf %b "${signedText(text, `/${account}${url.split("?")[0]}`)}" | sign)`],
    query: "",
    words: ['-H "x-ms-date: $now"', `-H "Authorization: SharedKey ${account}:$signature"`],
  };
}

/** What stands for the account until it is known whose lines they are. */
const someAccount = "TsAccount";

/** Names are new in each run: only the lines themselves can sign for them. */
function policyAccess(service: AzureService, { name }: PolicyAccess, aim: Aim): CurlAccess {
  const { query, text } = policySasText(service, someAccount, name);
  const account = aim === "cloud" ? "$ACCOUNT" : publicCredentials(service).id;
  const signed = shInside(escapedForPrintf(text)).replace(someAccount, () => account);
  return {
    before: [`signature=$(printf %b "${signed}" | sign)`],
    query: `${shAddress(query)}&sig=$(encode "$signature")`,
    words: [],
  };
}

/** The path is signed as it is sent, everything else as it is meant. */
function signedText(text: string, path: string): string {
  const at = text.lastIndexOf(path);
  const parts = [
    shInside(escapedForPrintf(text.slice(0, at))),
    shAddress(escapedForPrintf(path)),
    shInside(escapedForPrintf(text.slice(at + path.length))),
  ];
  return parts.join("").replaceAll(`$${referenceName(nowIndex)}`, "$now");
}

/** A shared access signature of the emulator's account. */
export function sasOf(
  service: AzureService,
  { permissions, resources, expires }: Omit<SasAccess, "by">,
): string {
  const grant = { permissions, resources, expires: new Date(expires) };
  const caller = sasCaller(service, publicCredentials(service), grant);
  return caller.as === "sas" ? caller.sas : "";
}

/** One that grants everything for as long as anybody will run the lines. */
export function ownerSas(service: AzureService): string {
  return sasOf(service, { ...fullGrant(service), expires: farAway });
}
