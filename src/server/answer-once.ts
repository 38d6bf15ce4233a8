import { createHash } from "node:crypto";
import { AppError } from "../errors.ts";
import { invalidRequest } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

interface Deps {
  database: Database;
  secretBox: SecretBox;
}

interface OnceRequest {
  operation: { id: string };
  key: string;
  managed: { principal: { kind: string; id: string }; params: Record<string, string>; body: unknown };
}

/** A process that claimed the key longer ago than this has died. */
const inFlightSeconds = 60;

const dropOld = "delete from managed_requests where created_at < clock_timestamp() - interval '24 hours'";

const claim = `
  insert into managed_requests as known (id, request_hash) values ($1, $2)
  on conflict (id) do update set created_at = clock_timestamp()
    where known.response is null and known.request_hash = $2
      and known.created_at < clock_timestamp() - interval '${inFlightSeconds} seconds'
  returning id`;

const find = "select request_hash, response from managed_requests where id = $1";

interface FoundRow {
  request_hash: Buffer;
  response: string | null;
}

/**
 * Does the work once per `Idempotency-Key` within 24 hours and returns the text of the first run to every
 * repeat; a refused request leaves the key unused. The stored texts are sealed, as they may hold new secrets.
 * Throws `idempotency_key_reused`, `idempotency_in_flight`, and what the work throws.
 */
export async function answerOnce(
  { database, secretBox }: Deps,
  { operation, key, managed }: OnceRequest,
  work: () => Promise<string>,
): Promise<{ text: string; replayed: boolean }> {
  if (!/^[ -~]{1,255}$/.test(key))
    throw invalidRequest([
      { path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" },
    ]);
  const { principal, params, body } = managed;
  const id = hash([principal.kind, principal.id, operation.id, key]).toString("base64url");
  const requestHash = hash([params, body]);
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    guardStore(async () => (await database.pool.query<Row>(text, values)).rows);
  await query(dropOld);
  const [claimed] = await query(claim, [id, requestHash]);
  if (claimed === undefined) {
    const [found] = await query<FoundRow>(find, [id]);
    if (found !== undefined && !found.request_hash.equals(requestHash)) throw reused();
    if (found?.response == null) throw inFlight();
    return { text: secretBox.open(found.response, responseContext(id)), replayed: true };
  }
  try {
    const text = await work();
    const sealed = secretBox.seal(text, responseContext(id));
    await query("update managed_requests set response = $2 where id = $1", [id, sealed]);
    return { text, replayed: false };
  } catch (error) {
    await query("delete from managed_requests where id = $1 and response is null", [id]);
    throw error;
  }
}

function hash(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest();
}

function reused(): AppError {
  return new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another request in the last 24 hours.",
  );
}

function inFlight(): AppError {
  return new AppError(
    "idempotency_in_flight",
    "A request with this Idempotency-Key is still being worked on.",
    { details: { retryAfterSeconds: 1 } },
  );
}

/** Context with which the stored response of a request is sealed. */
export function responseContext(id: string): string {
  return `response ${id}`;
}
