import type { Draft } from "../canonical-world.ts";
import { type Action, Room, xml } from "./room.ts";

export class BlobRoom extends Room {
  #draft(
    operation: string,
    method: string,
    rest: string,
    more: Omit<Draft, "service" | "operation" | "method" | "target">,
  ): Draft {
    return {
      service: "azure-blob",
      operation,
      method,
      target: `/devstoreaccount1/${this.name}${rest}`,
      ...more,
    };
  }

  #refuse(
    operation: string,
    method: string,
    rest: string,
    status: number,
    code: string,
    headers: Draft["headers"] = [],
  ): Draft {
    const { now, chance } = this.world;
    const message = `It cannot be.\nRequestId:${chance.guid()}\nTime:${now.toISOString()}`;
    return this.#draft(operation, method, rest, {
      headers,
      status,
      answer: [
        ["x-ms-error-code", code],
        ["Content-Type", "application/xml"],
      ],
      ...(method !== "HEAD" && {
        answerBody: xml(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`),
      }),
    });
  }

  protected tell(action: Action): Draft {
    const key = this.key(action);
    const item = this.items.get(key);
    const modified = ["Last-Modified", this.world.now.toUTCString()] as const;
    const type = ["Content-Type", "text/plain"] as const;
    switch (action.verb) {
      case "make":
        if (this.isMade)
          return this.#refuse("Container_Create", "PUT", "?restype=container", 409, "ContainerAlreadyExists");
        this.isMade = true;
        return this.#draft("Container_Create", "PUT", "?restype=container", {
          status: 201,
          answer: [["ETag", `"0x${this.world.chance.text(12)}"`], modified],
        });
      case "put": {
        const headers = [
          ["x-ms-blob-type", "BlockBlob"],
          type,
          ["x-ms-meta-tag", `t${action.value.length}`],
        ] as const;
        if (!this.isMade)
          return this.#refuse("BlockBlob_Upload", "PUT", `/${key}`, 404, "ContainerNotFound", headers);
        const { etag } = this.keep(key, action.value, `t${action.value.length}`);
        return this.#draft("BlockBlob_Upload", "PUT", `/${key}`, {
          headers,
          body: action.value,
          status: 201,
          answer: [["ETag", `"${etag}"`], modified, ["x-ms-request-server-encrypted", "true"]],
        });
      }
      case "get":
      case "look": {
        const [operation, method] =
          action.verb === "get" ? ["Blob_Download", "GET"] : ["Blob_GetProperties", "HEAD"];
        if (item === undefined) return this.#refuse(operation, method, `/${key}`, 404, "BlobNotFound");
        return this.#draft(operation, method, `/${key}`, {
          headers: action.item % 2 === 0 ? [["If-Match", `"${item.etag}"`]] : [],
          status: 200,
          answer: [
            ["ETag", `"${item.etag}"`],
            modified,
            type,
            ["x-ms-meta-tag", item.tag],
            ["x-ms-blob-type", "BlockBlob"],
            ["Content-Length", String(Buffer.byteLength(item.text))],
          ],
          ...(action.verb === "get" && { answerBody: item.text }),
        });
      }
      case "change":
        if (item === undefined)
          return this.#refuse("Blob_SetMetadata", "PUT", `/${key}?comp=metadata`, 404, "BlobNotFound");
        item.tag = this.world.stored(`m${action.value.length}`);
        item.etag = `0x${this.world.chance.text(15, "0123456789ABCDEF")}`;
        return this.#draft("Blob_SetMetadata", "PUT", `/${key}?comp=metadata`, {
          headers: [["x-ms-meta-tag", `m${action.value.length}`]],
          status: 200,
          answer: [["ETag", `"${item.etag}"`], modified],
        });
      case "remove":
        if (!this.items.delete(key))
          return this.#refuse("Blob_Delete", "DELETE", `/${key}`, 404, "BlobNotFound");
        return this.#draft("Blob_Delete", "DELETE", `/${key}`, { status: 202 });
      case "list": {
        const blobs = this.sorted.map(
          ([name, { etag, text, tag }]) =>
            `<Blob><Name>${name}</Name><Properties><Etag>${etag}</Etag><Last-Modified>${modified[1]}</Last-Modified><Content-Length>${text.length}</Content-Length></Properties><Metadata><tag>${tag}</tag></Metadata></Blob>`,
        );
        const body = `<EnumerationResults ServiceEndpoint="${this.world.origin}/devstoreaccount1/" ContainerName="${this.name}"><Blobs>${blobs.join("")}</Blobs><NextMarker/></EnumerationResults>`;
        return this.#draft("Container_ListBlobFlatSegment", "GET", "?restype=container&comp=list", {
          status: 200,
          answer: [["Content-Type", "application/xml"]],
          answerBody: xml(body),
        });
      }
    }
  }
}
