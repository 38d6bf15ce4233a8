import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { AppError } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";

/** What identifies an attempt to authenticate. */
export interface Attempt {
  email?: string;
  /** IP address of the client. */
  address?: string;
  /** Id of a signed-in person. */
  person?: string;
}

interface Deps {
  database: Pick<Database, "pool">;
}

export const windowMinutes = 15;
const limits = { email: 10, person: 10, address: 60 };
/** Number of failures without a delay. */
const freeAttempts = 3;
const firstWaitMs = 200;
const longestWaitMs = 3_000;

type Kind = keyof typeof limits;

interface Counted {
  key: string;
  attempts: number;
  seconds_left: number;
}

const count = `
  insert into sign_in_attempts as known (key, attempts, since)
  select key, 1, clock_timestamp() from unnest($1::text[]) as key order by key
  on conflict (key) do update set
    attempts = case when known.since < clock_timestamp() - make_interval(mins => $2) then 1 else known.attempts + 1 end,
    since = case when known.since < clock_timestamp() - make_interval(mins => $2) then clock_timestamp() else known.since end
  returning key, attempts, ceil(extract(epoch from since + make_interval(mins => $2) - clock_timestamp()))::int as seconds_left`;

/**
 * Counts an attempt before credentials are compared, so that concurrent processes cannot exceed the limit,
 * and waits longer the more there were. Throws `too_many_attempts`.
 */
export async function noteAttempt({ database }: Deps, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  const { rows } = await guardStore(() =>
    database.pool.query<Counted>(count, [keys.map(({ key }) => key), windowMinutes]),
  );
  const counted = new Map(rows.map((row) => [row.key, row]));
  let waitMs = 0;
  for (const { kind, key } of keys) {
    const { attempts, seconds_left: retryAfterSeconds } = counted.get(key)!;
    if (attempts > limits[kind]) throw tooMany(retryAfterSeconds);
    if (kind === "address" || attempts <= freeAttempts) continue;
    waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - freeAttempts - 1));
  }
  if (waitMs > 0) await sleep(waitMs);
}

/**
 * Called after success: resets the count for this e-mail address, and does not count the attempt against the
 * client's address.
 */
export async function forgiveAttempts({ database }: Deps, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  const own = keys.filter(({ kind }) => kind !== "address").map(({ key }) => key);
  const shared = keys.filter(({ kind }) => kind === "address").map(({ key }) => key);
  await guardStore(async () => {
    await database.pool.query("delete from sign_in_attempts where key = any($1::text[])", [own]);
    await database.pool.query(
      "update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = any($1::text[])",
      [shared],
    );
  });
}

/** Returns hashed keys, because anything may be typed into the e-mail field. */
function keysOf({ email, address, person }: Attempt): { kind: Kind; key: string }[] {
  const given: [Kind, string | undefined][] = [
    ["email", email?.trim().toLowerCase()],
    ["address", address === undefined ? undefined : networkOf(address)],
    ["person", person],
  ];
  return given.flatMap(([kind, value]) => {
    if (value === undefined) return [];
    const hash = createHash("sha256").update(value).digest("base64url");
    return [{ kind, key: `${kind}:${hash}` }];
  });
}

/** Groups IPv6 addresses by /64, because the holder of one has 2^64 of them. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError(
    "too_many_attempts",
    `Too many attempts. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} minutes, or ask an owner for a link.`,
    { details: { retryAfterSeconds: Math.max(1, retryAfterSeconds) } },
  );
}
