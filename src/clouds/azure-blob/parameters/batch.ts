import { body, bytes, header, long, type Parameter, string } from "../../../model/index.ts";
import { commonOutputHeaders } from "../../shared/azure-types.ts";
import { mebibyte } from "../values.ts";

const boundary = "[!-~]{1,70}";
const exampleBoundary = "batch_1f812371-a41d-49e6-b123-f4b542e851c5";
const line = "[A-Za-z][ -~]*\\r\\n";
const subRequest = [
  `--${boundary}\\r\\n`,
  `(?:${line}){1,4}\\r\\n`,
  `(?:DELETE|PUT) /[!-~]+ HTTP/1\\.1\\r\\n`,
  `(?:${line}){0,16}(?:\\r\\n){1,2}`,
].join("");

const exampleBody = [
  `--${exampleBoundary}`,
  "Content-Type: application/http",
  "Content-Transfer-Encoding: binary",
  "Content-ID: 0",
  "",
  "DELETE /touchstone/photos/touchstone.jpg HTTP/1.1",
  "Content-Length: 0",
  "",
  `--${exampleBoundary}--`,
  "",
].join("\r\n");

/** Up to 256 deletions or changes of tier, as parts of one body. */
const subRequests = string({
  maxLength: 4 * mebibyte,
  countsBytes: true,
  pattern: `(?:${subRequest}){1,256}--${boundary}--(?:\\r\\n)?`,
  example: exampleBody,
});

export const batch: readonly Parameter[] = [
  body("body", subRequests),
  header("Content-Length", long({ min: 1, max: 4 * mebibyte })),
  header(
    "Content-Type",
    string({
      pattern: `multipart/mixed; ?boundary=${boundary}`,
      example: `multipart/mixed; boundary=${exampleBoundary}`,
    }),
    "multipartContentType",
  ),
];

/** Each part is answered on its own; the whole is accepted whatever becomes of them. */
export const batched = {
  bodyFormat: "multipart",
  status: 202,
  outputHeaders: { ...commonOutputHeaders, "Content-Type": string({ minLength: 1 }) },
  output: bytes(),
  rights: ["o:d", "o:w"],
  authorizedBy: "parts",
} as const;
