import type { RawHeader } from "../../../src/wire/index.ts";
import type { Chance, Draft, Plant } from "./canonical-world.ts";

/** Differences between an emulator and a cloud, each in one answer; where there is nothing to change, nothing is. */
export const plants: Readonly<Record<string, Plant>> = {
  "another status": (draft) => ({ ...draft, status: draft.status === 404 ? 403 : draft.status + 1 }),
  "another error code": (draft) => ({
    ...draft,
    answer: (draft.answer ?? []).map(([name, value]) => [
      name,
      name === "x-ms-error-code" ? `${value}d` : value,
    ]),
    ...bodyWith(draft, (body) => body.replace(/<Code>\w+|"(?:code|__type)":"[\w.#]+/, "$&d")),
  }),
  "another value": (draft, chance) => ({ ...draft, ...bodyWith(draft, (body) => otherValue(body, chance)) }),
  "another header": (draft, chance) => withHeaders(draft, chance, ([name, value]) => [[name, `${value}x`]]),
  "a header less": (draft, chance) => withHeaders(draft, chance, () => []),
  "a header more": (draft) => ({
    ...draft,
    answer: [...(draft.answer ?? []), [draft.service === "s3" ? "x-amz-meta-more" : "x-ms-meta-more", "1"]],
  }),
  "an element less": (draft) => ({ ...draft, ...bodyWith(draft, withoutElement) }),
  "an element more": (draft) => ({ ...draft, ...bodyWith(draft, withElement) }),
  "another order": (draft) => ({ ...draft, ...bodyWith(draft, swapped) }),
  "another type": (draft) => ({
    ...draft,
    ...bodyWith(draft, (body) => body.replace(/"(size|Count|PartitionKey|KeyType)":("?)([\w]+)\2/, retyped)),
  }),
  "another identifier than the one given": (draft, chance) => {
    const fresh = `0x${chance.text(15, "0123456789ABCDEF")}`;
    if (draft.method !== "GET" && draft.method !== "HEAD") return draft;
    return {
      ...draft,
      answer: (draft.answer ?? []).map(([name, value]) => [name, name === "ETag" ? `"${fresh}"` : value]),
      ...bodyWith(draft, (body) =>
        body
          .replace(/<(Etag|MessageId)>[^<]+/, `<$1>${fresh}`)
          .replace(/("odata.etag":")(?:[^"\\]|\\.)+/, `$1${fresh}`),
      ),
    };
  },
  "nothing in it": ({ answerBody, ...draft }) =>
    answerBody === undefined || answerBody === "" ? draft : { ...draft, answerBody: "" },
};

function bodyWith({ answerBody }: Draft, change: (body: string) => string): Pick<Draft, "answerBody"> {
  return answerBody === undefined ? {} : { answerBody: change(answerBody) };
}

/** Headers whose presence and value are promised; times and ETags are for others. */
const telling = /^(?:x-ms-meta-|x-amz-meta-|content-type|x-ms-error-code|x-ms-blob-type)/i;

function withHeaders(draft: Draft, chance: Chance, change: (header: RawHeader) => RawHeader[]): Draft {
  const answer = draft.answer ?? [];
  const chosen = answer.filter(([name]) => isTelling(name, draft));
  const one = chosen[chance.below(Math.max(1, chosen.length))];
  return { ...draft, answer: answer.flatMap((header) => (header === one ? change(header) : [header])) };
}

function isTelling(name: string, { method }: Draft): boolean {
  return telling.test(name) || (method === "HEAD" && name.toLowerCase() === "content-length");
}

const elements = /<(Name|Size|Content-Length|MessageText|DequeueCount|Key|KeyCount|tag)>([^<]*)/g;
const members = /"(text|made|size|RowKey|TableStatus|S|N|TableName|Count)":("?)((?:[^"\\,}]|\\.)*)\2/g;

/** Another value in one place, where the body has any that is nobody's identifier or time. */
function otherValue(body: string, chance: Chance): string {
  const pattern = body.startsWith("<?xml") ? elements : body.startsWith("{") ? members : undefined;
  if (pattern === undefined) return `${body}!`;
  const found = [...body.matchAll(pattern)];
  const one = found[chance.below(Math.max(1, found.length))];
  if (one === undefined) return body;
  const end = one.index + one[0].length - (one[0].endsWith('"') ? 1 : 0);
  return `${body.slice(0, end)}7${body.slice(end)}`;
}

const lists = /<Blob>.*?<\/Blob>|<Contents>.*?<\/Contents>|<QueueMessage>.*?<\/QueueMessage>/gs;

function withoutElement(body: string): string {
  const [item] = body.match(lists) ?? [];
  if (item !== undefined) return body.replace(item, "");
  return body.replace(/,"(?:text|size|tags|KeyType)":(?:"[^"]*"|\{[^}]*\}|\d+)/, "");
}

function withElement(body: string): string {
  const [item] = body.match(lists) ?? [];
  if (item !== undefined) return body.replace(item, item + item);
  return body.startsWith("{")
    ? `{"more":{},${body.slice(1)}`.replace(",}", "}")
    : body.replace(/<\/\w+>$/, "<More/>$&");
}

function swapped(body: string): string {
  const [one, two] = body.match(lists) ?? [];
  if (one !== undefined && two !== undefined)
    return body.replace(one, "\0").replace(two, one).replace("\0", two);
  return body.replace('["a","b"]', '["b","a"]');
}

function retyped(_all: string, name: string, quote: string, value: string): string {
  return `"${name}":${quote === "" ? `"${value}"` : "null"}`;
}
