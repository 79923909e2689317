/** The text of a JSON object without its members of these names; everything else stays to the letter. */
export function withoutMembers(text: string, names: readonly string[]): string {
  const start = text.indexOf("{") + 1;
  const end = text.lastIndexOf("}");
  const kept = membersIn(text, start, end).filter((member) => !names.includes(nameOf(member)));
  return `${text.slice(0, start)}${kept.join(",")}${text.slice(end)}`;
}

/** The members between the braces, each with the blanks around it. */
function membersIn(text: string, start: number, end: number): string[] {
  const members: string[] = [];
  let from = start;
  for (let at = start, depth = 0; at < end; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      members.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...members, text.slice(from, end)];
}

/** The closing quote of the string that begins at an opening one. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function nameOf(member: string): string {
  const open = member.indexOf('"');
  return JSON.parse(member.slice(open, endOfString(member, open) + 1)) as string;
}
