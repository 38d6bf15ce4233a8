import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "../../src/bucket/open-object-store.ts";
import { closeServer } from "./close-server.ts";

export interface BucketServer extends AsyncDisposable {
  settings: BucketSettings;
  /** Name below the settings' folder → bytes. */
  objects: Map<string, Buffer>;
  /** Requests as "PUT name". */
  requests: string[];
  /** Answers every request with this status from now on; null: as it should. */
  failWith(status: number | null): void;
}

const folder = "/archive/production/";

/** A bucket as S3 serves it: requests that are not signed with its key are refused. */
export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let failure: number | null = null;
  const secretKey = "a-secret-key-of-the-bucket";
  const answer = async (request: IncomingMessage): Promise<[status: number, body: string | Buffer]> => {
    const body = await buffer(request);
    const { method = "", url = "" } = request;
    const name = decodeURIComponent(url.slice(folder.length));
    requests.push(`${method} ${name}`);
    if (failure !== null) return [failure, xml("InternalError", "We encountered an internal error.")];
    const refusal = findRefusal(request, body, secretKey);
    if (refusal !== null) return [403, xml(refusal, "The request is not signed as it should be.")];
    if (!url.startsWith(folder)) return [404, xml("NoSuchBucket", "The bucket does not exist.")];
    if (method === "PUT") objects.set(name, body);
    if (method === "DELETE") objects.delete(name);
    if (method !== "GET") return [method === "DELETE" ? 204 : 200, ""];
    const found = objects.get(name);
    return found === undefined ? [404, xml("NoSuchKey", "The key does not exist.")] : [200, found];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${folder.slice(0, -1)}`;
  return {
    settings: { url, region: "eu-central-1", keyId: "AKIDEXAMPLE", secretKey },
    objects,
    requests,
    failWith(status) {
      failure = status;
    },
    async [Symbol.asyncDispose]() {
      await closeServer(server);
    },
  };
}

function xml(code: string, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** By the rules of signature version 4; S3's error code, or null when the request may pass. */
function findRefusal({ method, url = "", headers }: IncomingMessage, body: Buffer, secret: string) {
  const given = headers.authorization?.match(
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8})\/(\S+?)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/,
  );
  if (!given) return "AccessDenied";
  const [, keyId, day, region, names, signature] = given;
  if (keyId !== "AKIDEXAMPLE") return "InvalidAccessKeyId";
  const hashed = String(headers["x-amz-content-sha256"]);
  if (hashed !== "UNSIGNED-PAYLOAD" && hashed !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const time = String(headers["x-amz-date"]);
  const lines = names!.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url.split("?")[0], "", lines.join(""), names, hashed].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(request)].join("\n");
  const key = [day!, region!, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return createHmac("sha256", key).update(text).digest("hex") === signature ? null : "SignatureDoesNotMatch";
}
