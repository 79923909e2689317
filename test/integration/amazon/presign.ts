import type { S3Client } from "@aws-sdk/client-s3";

/** What a signature is asked for. */
interface Address {
  readonly method: string;
  readonly origin: string;
  /** Percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the SDK's signer can do besides what its type tells. */
interface Presigner {
  readonly presign: (
    request: object,
    options: { readonly expiresIn: number },
  ) => Promise<{ readonly query?: Readonly<Record<string, unknown>> }>;
}

/** Presigns an address with the SDK's own signer. */
export async function presigned(
  client: S3Client,
  { method, origin, path, headers = {} }: Address,
): Promise<string> {
  const { protocol, hostname, port, host } = new URL(origin);
  const signer = (await client.config.signer({
    ...{ name: "sigv4", signingName: "s3", signingRegion: "us-east-1", properties: {} },
  })) as unknown as Presigner;
  const payload = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
  const signed = await signer.presign(
    {
      ...{ method, protocol, hostname, port: Number(port), path, query: {}, fragment: undefined },
      headers: { host, ...payload, ...headers },
      username: undefined,
      password: undefined,
      body: undefined,
    },
    { expiresIn: 600 },
  );
  const query = Object.entries(signed.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${origin}${path}?${query.join("&")}`;
}
