import { BlobServiceClient } from "@azure/storage-blob";

/** An unsigned token that says what Azurite's `--oauth basic` looks at: issuer, audience and times, and whose it is. */
function token(audience: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const tid = "00000000-0000-0000-0000-000000000000";
  const who = { iss: `https://sts.windows.net/${tid}/`, tid, oid: "11111111-1111-1111-1111-111111111111" };
  const claims = { ...who, aud: audience, nbf: now - 60, iat: now - 60, exp: now + 3600 };
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.x`;
}

const client = new BlobServiceClient(process.env["AZURE_STORAGE_BLOB_ENDPOINT"] ?? "", {
  getToken: async () => ({
    token: token("https://storage.azure.com"),
    expiresOnTimestamp: Date.now() + 3_600_000,
  }),
});
await client.createContainer("by-token");
const { signedService } = await client.getUserDelegationKey(new Date(), new Date(Date.now() + 3_600_000));
const exists = await client.getContainerClient("by-token").exists();
console.log(JSON.stringify({ exists, signedService }));
