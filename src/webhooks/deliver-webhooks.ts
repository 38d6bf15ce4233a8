import type { JobRow } from "../jobs/job-row.ts";
import { toRecord } from "../jobs/to-record.ts";
import type { Log } from "../log.ts";
import { maskKnown } from "../outgoing/mask-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { webhookChannel } from "../store/channels.ts";
import type { Database } from "../store/database.ts";
import { listen } from "../store/listen.ts";
import { observe } from "../telemetry/observe.ts";
import {
  type DeliveryAttempt,
  type DeliveryFate,
  type DueDelivery,
  recordAttempt,
  takeDueDeliveries,
} from "./take-deliveries.ts";
import { pingType } from "./webhook-record.ts";
import { openSecrets, signMessage } from "./webhook-secrets.ts";

export interface DelivererDeps {
  database: Database;
  secretBox: SecretBox;
  log: Log;
  /** Checks every address before it connects, and follows no redirects. */
  fetch: typeof fetch;
  /** Seconds between attempts. Default: nearly 24 hours in total. */
  retrySeconds?: readonly number[];
  /** Time limit of one attempt. Default: 15 seconds. */
  timeoutMs?: number;
}

export interface Deliverer {
  /** Stops taking deliveries and waits for the attempts in progress. */
  close(): Promise<void>;
}

const day = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800, 7_200];
const disableAfterDays = 5;
const atOnce = 20;
const atOncePerWebhook = 3;
const responseBytesMax = 1_024;

/** Delivers due messages at least once each, until closed. Any number of processes can run one. */
export function startDeliverer(deps: DelivererDeps): Deliverer {
  const underWay = new Map<Promise<void>, string>();
  let closed = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  function look(): void {
    lookAgain = true;
    looking ??= lookWhileTold().finally(() => {
      looking = null;
    });
  }

  async function lookWhileTold(): Promise<void> {
    while (lookAgain && !closed && underWay.size < atOnce) {
      lookAgain = false;
      await takeAndDeliver();
    }
  }

  async function takeAndDeliver(): Promise<void> {
    const counts = Map.groupBy(underWay.values(), (webhookId) => webhookId);
    const busy = [...counts]
      .filter(([, { length }]) => length >= atOncePerWebhook)
      .map(([webhookId]) => webhookId);
    const limit = atOnce - underWay.size;
    const due = await takeDueDeliveries(deps.database, { limit, busy, perWebhook: atOncePerWebhook }).catch(
      () => [],
    );
    for (const delivery of due) {
      const work = deliver(deps, delivery)
        .catch((err: unknown) =>
          deps.log.warn({ err, delivery: delivery.id }, "a delivery is tried again later"),
        )
        .finally(() => {
          underWay.delete(work);
          look();
        });
      underWay.set(work, delivery.webhookId);
    }
  }

  const listener = listen(deps.database, webhookChannel, look, look);
  const stopPulse = deps.database.pulse.onDue("deliveries", look);
  look();
  return {
    async close() {
      closed = true;
      stopPulse();
      await Promise.all([listener.close(), looking]);
      await Promise.all(underWay.keys());
    },
  };
}

async function deliver(deps: DelivererDeps, delivery: DueDelivery): Promise<void> {
  const attempt = await observe("webhook_delivery", { type: delivery.type }, async (tell) => {
    const made = await call(deps, delivery);
    const isDelivered = made.status !== null && made.error === null;
    tell({ outcome: isDelivered ? "delivered" : made.status === null ? "failed" : "refused" });
    return made;
  });
  const fate = fateOf(attempt, delivery.attempts, deps.retrySeconds ?? day);
  await recordAttempt(deps.database, delivery.id, attempt, fate, disableAfterDays);
}

async function call(deps: DelivererDeps, delivery: DueDelivery): Promise<DeliveryAttempt> {
  const startedAt = performance.now();
  const timeoutMs = deps.timeoutMs ?? 15_000;
  const done = (result: Pick<DeliveryAttempt, "status" | "error" | "response">): DeliveryAttempt => ({
    ...result,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const body = writeBody(delivery);
    const secrets = openSecrets(deps.secretBox, delivery.webhookId, delivery.secrets);
    const response = await deps.fetch(delivery.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": "copydesk",
        ...signMessage(secrets, { id: delivery.messageId, body, at: new Date() }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const error = response.ok ? null : `The receiver answered ${response.status}.`;
    const words = await readBeginning(response);
    const beginning = maskKnown(
      words,
      secrets.map(({ secret }) => secret),
    );
    return done({ status: response.status, error, response: beginning });
  } catch (error) {
    const { cause, message, name } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    const reason =
      name === "TimeoutError" ? `The receiver did not answer within ${timeoutMs / 1_000} s.` : why;
    return done({ status: null, error: reason.slice(0, 1_000), response: "" });
  }
}

/** Builds the body from what was stored with the change; identical in every attempt. */
export function writeBody({ type, messageAt, projectId, webhookId, job, about }: DueDelivery): string {
  const timestamp = messageAt.toISOString();
  if (type === pingType) return JSON.stringify({ type, timestamp, data: { projectId, webhookId } });
  if (about) return JSON.stringify({ type, timestamp, data: { projectId, ...about } });
  const dates = ["created_at", "updated_at", "finished_at", "archived_at"] as const;
  // Rows stored before these columns existed lack them.
  const row: typeof job = { chosen_title: null, labels: [], reviewers: [], topic: null, ...job };
  for (const name of dates) row[name] = typeof job[name] === "string" ? new Date(job[name]) : null;
  const data = { projectId, job: toRecord(row as unknown as JobRow) };
  return JSON.stringify({ type, timestamp, data });
}

function fateOf(
  { status }: DeliveryAttempt,
  attempts: number,
  retrySeconds: readonly number[],
): DeliveryFate {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  // RFC 9110, 15.5.11: the resource is gone for good.
  if (status === 410) return { state: "failed", disableBecause: "The receiver answered 410 Gone." };
  const seconds = retrySeconds[attempts - 1];
  if (seconds === undefined) return { state: "failed" };
  return { state: "pending", retryMs: seconds * 1_000 * (0.9 + Math.random() * 0.2) };
}

async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= responseBytesMax) break;
  }
  const text = Buffer.concat(chunks).subarray(0, responseBytesMax).toString("utf8");
  return text.replaceAll("\0", "␀");
}
