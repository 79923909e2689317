import type { Side } from "../sides/side.ts";

/** A text without what is a side's own: its address, its account and its signatures. */
export type OwnWords = (text: string) => string;

/** Of an ARN the region and the account are the side's own. */
const arn = /\barn:aws[\w-]*:(\w+):[\w-]*:\w*:/g;

/** Tells a side's own words in ours, so that they are the same on every side. */
export function ownWords({ endpoint, readSas }: Pick<Side, "endpoint" | "readSas">): OwnWords {
  // An account's name alone may be a word of the data; where it is an account, it stands in an address.
  const words = [
    { own: readSas, ours: "(signature)" },
    { own: endpoint, ours: "(endpoint)" },
    { own: new URL(endpoint).host, ours: "(host)" },
  ].filter(({ own }) => own !== "");
  return (text) => {
    let told = text;
    for (const { own, ours } of words) if (told.includes(own)) told = told.replaceAll(own, ours);
    return told.includes("arn:aws") ? told.replace(arn, "arn:aws:$1:(account):") : told;
  };
}
