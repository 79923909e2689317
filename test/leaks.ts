import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Something that a run has written, and what is in it. */
interface Content {
  readonly name: string;
  readonly text: string;
}

/** A secret as it may be written, worked out in another way than the redactor's. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    return text.slice(shift + 1, -4);
  });
  const percent = encodeURIComponent(secret);
  return [
    secret,
    percent,
    percent.toLowerCase(),
    encodeURIComponent(percent),
    bytes.toString("hex"),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** Every file below a folder, but for the authority's own key, with what is in it. */
export function contentsOf(folder: string): Content[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile() && !name.endsWith(join("authority", "key.pem")))
    .map((name) => ({ name, text: readFileSync(name, "latin1") }));
}

/** Where secrets are found in what a run has written. */
export function leaksIn(written: readonly Content[], secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) =>
    written.flatMap(({ name, text }) =>
      formsOf(secret)
        .filter((form) => text.includes(form))
        .map((form) => `${form} in ${name}`),
    ),
  );
}
