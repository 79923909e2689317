import { createHash } from "node:crypto";
import type { Draft } from "../canonical-world.ts";
import { type Action, Room, xml } from "./room.ts";

export class BucketRoom extends Room {
  #draft(operation: string, method: string, rest: string, status: number, more: Partial<Draft> = {}): Draft {
    return { service: "s3", operation, method, target: `/${this.name}${rest}`, status, ...more };
  }

  #refusal(code: string): Partial<Draft> {
    return {
      answer: [["Content-Type", "application/xml"]],
      answerBody: xml(
        `<Error><Code>${code}</Code><Message>No.</Message><RequestId>${this.world.chance.text(16)}</RequestId></Error>`,
      ),
    };
  }

  protected tell(action: Action): Draft {
    const key = this.key(action);
    const item = this.items.get(key);
    const etagOf = (text: string): string => `"${createHash("md5").update(text).digest("hex")}"`;
    switch (action.verb) {
      case "make":
        if (this.isMade)
          return this.#draft("CreateBucket", "PUT", "", 409, this.#refusal("BucketAlreadyOwnedByYou"));
        this.isMade = true;
        return this.#draft("CreateBucket", "PUT", "", 200, { answer: [["Location", `/${this.name}`]] });
      case "put":
      case "change":
        this.keep(key, action.value, `t${action.value.length}`);
        return this.#draft("PutObject", "PUT", `/${key}?x-id=PutObject`, 200, {
          headers: [
            ["Content-Type", "text/plain"],
            ["x-amz-meta-tag", `t${action.value.length}`],
          ],
          body: action.value,
          answer: [["ETag", etagOf(action.value)]],
        });
      case "get":
        if (item === undefined)
          return this.#draft("GetObject", "GET", `/${key}?x-id=GetObject`, 404, this.#refusal("NoSuchKey"));
        return this.#draft("GetObject", "GET", `/${key}?x-id=GetObject`, 200, {
          answer: [
            ["ETag", etagOf(item.text)],
            ["Content-Type", "text/plain"],
            ["x-amz-meta-tag", item.tag],
            ["Last-Modified", this.world.now.toUTCString()],
          ],
          answerBody: item.text,
        });
      case "look":
        return this.#draft("HeadObject", "HEAD", `/${key}`, item === undefined ? 404 : 200, {
          answer:
            item === undefined
              ? []
              : [
                  ["ETag", etagOf(item.text)],
                  ["Content-Length", String(item.text.length)],
                  ["x-amz-meta-tag", item.tag],
                ],
        });
      case "remove":
        this.items.delete(key);
        return this.#draft("DeleteObject", "DELETE", `/${key}?x-id=DeleteObject`, 204);
      case "list": {
        const told = this.sorted.map(
          ([name, { text }]) =>
            `<Contents><Key>${name}</Key><LastModified>${this.world.now.toISOString()}</LastModified><ETag>${etagOf(text)}</ETag><Size>${text.length}</Size></Contents>`,
        );
        return this.#draft("ListObjectsV2", "GET", "?list-type=2", 200, {
          answer: [["Content-Type", "application/xml"]],
          answerBody: xml(
            `<ListBucketResult><Name>${this.name}</Name><KeyCount>${told.length}</KeyCount>${told.join("")}</ListBucketResult>`,
          ),
        });
      }
    }
  }
}
