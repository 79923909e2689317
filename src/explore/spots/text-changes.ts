/** Another value, and how it was come by. */
export interface Change {
  readonly how: string;
  readonly value: unknown;
}

const punctuation = [..."#?&+=%\"'<>\\;:@$*"];

/** What a text can be changed to. */
export function textChanges(text: string): readonly Change[] {
  const all = [
    ...general(text),
    ...written(text),
    ...pathLike(text),
    ...unicode(text),
    ...punctuation.map((char) => change(`with ${char}`, inMiddle(text, char))),
    ...numberLike(text),
    ...datesMoved(text),
    ...rangesMoved(text),
    ...bitsFlipped(text),
  ];
  return all.filter(({ value }) => value !== text);
}

function change(how: string, value: unknown): Change {
  return { how, value };
}

function inMiddle(text: string, more: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + more + text.slice(middle);
}

function general(text: string): readonly Change[] {
  const last = text.slice(-1);
  const other = /[0-8a-yA-Y]/.test(last) ? String.fromCharCode(last.charCodeAt(0) + 1) : "0";
  return [
    change("emptied", ""),
    change("doubled", text + text),
    change("made long", (text || "a").repeat(Math.ceil(1100 / Math.max(1, text.length)))),
    change("upper case", text.toUpperCase()),
    change("lower case", text.toLowerCase()),
    change("without its start", text.slice(1)),
    change("without its end", text.slice(0, -1)),
    change("another end", text.slice(0, -1) + other),
    change("blank before", ` ${text}`),
    change("blank behind", `${text} `),
    change("blank inside", inMiddle(text, " ")),
    change("only a blank", " "),
  ];
}

function written(text: string): readonly Change[] {
  const [first = "a"] = text;
  const encoded = [...Buffer.from(first)].map(
    (byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`,
  );
  return [
    change("percent-encoded", encodeURIComponent(text)),
    change("start percent-encoded", encoded.join("") + text.slice(first.length)),
    change("half a percent-encoding", inMiddle(text, "%2")),
    change("quoted", `"${text}"`),
    change("quotes stripped", text.replace(/^"(.*)"$/s, "$1")),
    change("control character", inMiddle(text, "\u0001")),
    change("line break", inMiddle(text, "\n")),
  ];
}

function pathLike(text: string): readonly Change[] {
  return [
    change("slash before", `/${text}`),
    change("slash behind", `${text}/`),
    change("slash inside", inMiddle(text, "/")),
    change("two slashes", inMiddle(text, "//")),
    change("parent before", `../${text}`),
    change("parent behind", `${text}/..`),
    change("only the parent", ".."),
    change("dot inside", inMiddle(text, "/./")),
    change("dot behind", `${text}.`),
  ];
}

function unicode(text: string): readonly Change[] {
  return [
    change("composed", text.normalize("NFC") === text ? inMiddle(text, "é") : text.normalize("NFC")),
    change("decomposed", text.normalize("NFD") === text ? inMiddle(text, "e\u0301") : text.normalize("NFD")),
    change("astral", inMiddle(text, "😀")),
    change("zero-width", inMiddle(text, "\u200b")),
    change("right to left", inMiddle(text, "\u202e")),
  ];
}

function numberLike(text: string): readonly Change[] {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return [];
  return [
    change("as number", Number(text)),
    change("zero", "0"),
    change("negative", text.startsWith("-") ? text.slice(1) : `-${text}`),
    change("one more", String(Number(text) + 1)),
    change("leading zero", `0${text}`),
    change("huge", "99999999999999999999"),
  ];
}

function datesMoved(text: string): readonly Change[] {
  const years = [
    ["past", 1999],
    ["future", 2099],
  ] as const;
  if (/^\w{3}, \d{1,2} \w{3} \d{4} /.test(text) && !Number.isNaN(Date.parse(text))) {
    return years.map(([how, year]) => {
      const date = new Date(text);
      date.setUTCFullYear(year);
      return change(`moved to the ${how}`, date.toUTCString());
    });
  }
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(text)) return [];
  return [
    ...years.map(([how, year]) => change(`moved to the ${how}`, `${year}${text.slice(4)}`)),
    change("no such day", text.replace(/^(\d{4})-\d\d-\d\d/, "$1-02-30")),
  ];
}

function rangesMoved(text: string): readonly Change[] {
  const match = /^bytes=(\d+)-(\d*)$/.exec(text);
  if (match === null) return [];
  const [, from = "0", to = ""] = match;
  return [
    change("beyond the end", "bytes=1000000000-1000000511"),
    change("reversed", `bytes=${Number(to || from) + 1}-${from}`),
    change("open", `bytes=${from}-`),
    change("from the end", "bytes=-1"),
    change("one byte", `bytes=${from}-${from}`),
    change("one byte on", `bytes=${Number(from) + 1}-${to}`),
    change("end beyond the end", `bytes=${from}-1000000511`),
    change("two ranges", `bytes=0-0,${from}-${to}`),
  ];
}

/** Of what is base64 to look at, the same with one bit of its bytes flipped. */
function bitsFlipped(text: string): readonly Change[] {
  if (text.length < 8 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [];
  const bytes = Buffer.from(text, "base64");
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return [change("one bit flipped", bytes.toString("base64"))];
}
