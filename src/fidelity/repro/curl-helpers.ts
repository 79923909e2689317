/** What an answer gave: a header by its name in lower case. */
export const headerFunction = `header() {
  printf '%s\\n' "$1" | tr -d '\\r' |
    awk -v name="$2" -F ': ' 'tolower($1) == name { print substr($0, length($1) + 3); exit }'
}`;

/** What an answer gave: the first element, or the first field, of that name. */
export const bodyFunction = `in_body() {
  printf '%s\\n' "$1" | grep -oE "<$2>[^<]*|\\"$2\\" *: *\\"[^\\"]*" | head -n 1 |
    sed -E 's/^<[^>]*>//; s/^"[^"]*" *: *"//; s/&quot;/"/g; s/&amp;/\\&/g'
}`;

/** What a success gave; something in the same form stands for what nobody has given. */
export const givenFunction = `given() {
  status=$(printf '%s\\n' "$1" | awk '/^HTTP\\// && $2 >= 200 { print $2; exit }')
  if [ "\${status:-500}" -lt 300 ] && [ -n "$2" ]; then printf %s "$2"; else printf %s "$3"; fi
}`;

/** Percent-encodes everything, which is always right. */
export const encodeFunction = `encode() {
  printf %s "$1" | od -An -v -tx1 | tr -d ' \\n' | sed 's/../%&/g'
}`;

/** Signs what comes in with an account's key, whose digits an expression of the shell gives. */
function signing(hex: string): string {
  return `sign() {
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:${hex}" -binary | base64
}`;
}

/** Signs with a key that is no secret. */
export function signFunction(key: string): string {
  return `# The emulator's key, which everybody knows.
${signing(Buffer.from(key, "base64").toString("hex"))}`;
}

/** Signs with the key of whoever runs the lines. */
export const ownSignFunction: string = signing(
  `$(printf %s "$ACCOUNT_KEY" | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
);

/** The time, as requests name it. */
export const nowLine = "now=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')";

/** A digest of what comes in, in base64. */
export const digestFunction = `digest() {
  openssl dgst "-$1" -binary | base64 | tr -d '\\n'
}`;

/** The CRC-32 of what comes in, in base64: gzip ends with it, the last byte first. */
export const crc32Function = `crc32() {
  printf "$(gzip -nc | tail -c 8 | od -An -v -to1 | awk '{ printf "\\\\%s\\\\%s\\\\%s\\\\%s", $4, $3, $2, $1 }')" | base64
}`;

/** Ends the lines where nobody was there to be asked; what curl ends with tells that from an answer that does not come. */
export const reachedFunction = `reached() {
  case $1 in
    5 | 6 | 7 | 35) problem="nobody can be reached at $endpoint" ;;
    51 | 60 | 77) problem="the certificate of $endpoint is not trusted; SSL_CERT_FILE=FILE says whom to trust" ;;
    *) return "$1" ;;
  esac
  echo "$problem: nothing is shown" >&2
  exit 2
}`;
