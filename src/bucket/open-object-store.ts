import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { AppError } from "../errors.ts";

export interface BucketSettings {
  /** URL of the bucket, or of a folder in it, without a trailing slash. */
  url: string;
  region: string;
  keyId: string;
  secretKey: string;
}

/** An object store. Rejects with `unavailable` if it cannot be reached or refuses. */
export interface ObjectStore {
  put(name: string, bytes: Buffer<ArrayBuffer>): Promise<void>;
  /** Returns null if there is no such object. */
  get(name: string): Promise<Buffer | null>;
  /** Succeeds also if there is no such object. */
  remove(name: string): Promise<void>;
}

const requestMs = 60_000;
const shownMax = 200;

/**
 * Opens a bucket with the S3 API and version 4 signatures. Names consist of letters, digits, `_`, `-`, `.`
 * and `/`.
 */
export function openObjectStore(
  { url: base, region, keyId, secretKey }: BucketSettings,
  fetch: typeof globalThis.fetch,
): ObjectStore {
  const ask = async (method: string, name: string, given?: Buffer<ArrayBuffer>): Promise<Response> => {
    const signer = new AwsV4Signer({
      ...{ method, url: `${base}/${name}`, region, service: "s3" },
      ...{ accessKeyId: keyId, secretAccessKey: secretKey },
      ...(given && { body: given, headers: { "x-amz-content-sha256": hash(given) } }),
    });
    const { url, headers, body } = await signer.sign();
    try {
      const signal = AbortSignal.timeout(requestMs);
      return await fetch(url, { method, headers, signal, ...(body && { body }) });
    } catch (error) {
      throw refused(method, base, error instanceof Error ? error.message : String(error));
    }
  };
  const expect = async (answer: Response, method: string) => {
    if (answer.ok) return answer;
    throw refused(method, base, await describeAnswer(answer));
  };
  return {
    async put(name, bytes) {
      const answer = await expect(await ask("PUT", name, bytes), "PUT");
      await answer.arrayBuffer();
    },
    async get(name) {
      const answer = await ask("GET", name);
      if (answer.status === 404 && (await answer.clone().text()).includes("<Code>NoSuchKey</Code>"))
        return null;
      return Buffer.from(await (await expect(answer, "GET")).arrayBuffer());
    },
    async remove(name) {
      const answer = await ask("DELETE", name);
      if (answer.status !== 404) await expect(answer, "DELETE");
      await answer.arrayBuffer().catch(() => undefined);
    },
  };
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function refused(method: string, base: string, why: string): AppError {
  return new AppError("unavailable", `${method} failed at the bucket ${base}: ${why}`, {
    details: { retryAfterSeconds: 60 },
  });
}

/** Returns the code and message of S3's XML, or the beginning of any other answer. */
async function describeAnswer(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  const [, code] = text.match(/<Code>([^<]{1,100})<\/Code>/) ?? [];
  const [, message] = text.match(/<Message>([^<]{1,500})<\/Message>/) ?? [];
  const said = code === undefined ? text.slice(0, shownMax) : `${code}${message ? `: ${message}` : ""}`;
  return `status ${answer.status}${said === "" ? "" : `, ${said}`}`;
}
