import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { prompt } from "../four-step-script.ts";
import type { MixedClient, MixedProject, MixedRequest } from "./create-mixed-client.ts";

/** What the service has acknowledged about a job. */
export interface LedgerJob {
  project: MixedProject;
  idempotencyKey: string;
  messages: number;
  wasCancelled: boolean;
}

export interface Ledger {
  jobs: Map<string, LedgerJob>;
  /** Answers that contradict an earlier one or have no explanation, in words. */
  wrong: string[];
}

const lanes = 12;
const thinkMs = 600;

type Act = (context: Context) => Promise<void>;

interface Context {
  client: MixedClient;
  project: MixedProject;
  ledger: Ledger;
  /** A job that was acknowledged earlier; null at the beginning. */
  job: [string, LedgerJob] | null;
}

/** Each act with its share in per cent. */
const mix: [number, Act][] = [
  [24, create],
  [4, createAgain],
  [30, ({ client, job }) => read(client, job, "get", "")],
  [8, ({ client, job }) => read(client, job, "events", "/events?limit=50")],
  [8, ({ client, job }) => read(client, job, "diff", "/diff")],
  [4, ({ client, job }) => read(client, job, "checks", "/checks")],
  [10, list],
  [6, message],
  [3, cancel],
  [3, archive],
];

/** Runs twelve callers, each doing one thing after another, until the time is over. */
export async function runMix(
  client: MixedClient,
  projects: readonly MixedProject[],
  { untilMs }: { untilMs: number },
): Promise<Ledger> {
  const ledger: Ledger = { jobs: new Map(), wrong: [] };
  const lane = async () => {
    while (performance.now() < untilMs) {
      const known = [...ledger.jobs];
      const job = known[Math.floor(Math.random() * known.length)] ?? null;
      const project = projects[Math.floor(Math.random() * projects.length)]!;
      await pickAct()({ client, project, ledger, job });
      await sleep(Math.random() * 2 * thinkMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return ledger;
}

function pickAct(): Act {
  let left = Math.random() * mix.reduce((sum, [share]) => sum + share, 0);
  for (const [share, act] of mix) {
    left -= share;
    if (left < 0) return act;
  }
  return create;
}

async function create({ client, project, ledger }: Context): Promise<void> {
  const idempotencyKey = randomUUID();
  const { status, body } = await client.send(project, toCreate("create", idempotencyKey));
  if (status === 429) return;
  const { id } = body as { id?: string };
  if (status !== 201 || id === undefined) return void ledger.wrong.push(`create returned ${status}`);
  ledger.jobs.set(id, { project, idempotencyKey, messages: 0, wasCancelled: false });
}

async function createAgain({ client, ledger, job }: Context): Promise<void> {
  if (job === null) return;
  const [id, { project, idempotencyKey }] = job;
  const { status, body } = await client.send(project, toCreate("create, repeated", idempotencyKey));
  if (status !== 201 || (body as { id?: string }).id !== id)
    ledger.wrong.push(`the repeated create of ${id} returned ${status} and another job`);
}

function toCreate(operation: string, idempotencyKey: string): MixedRequest {
  return { operation, method: "POST", path: "/job", body: { prompt }, idempotencyKey };
}

async function read(client: MixedClient, job: Context["job"], operation: string, rest: string) {
  if (job === null) return;
  const [id, { project }] = job;
  await client.send(project, { operation, path: `/job/${id}${rest}` });
}

async function list({ client, project }: Context): Promise<void> {
  await client.send(project, { operation: "list", path: "/jobs?limit=20" });
}

async function message({ client, job }: Context): Promise<void> {
  if (job === null) return;
  const [id, known] = job;
  const { status } = await client.send(known.project, {
    operation: "message",
    method: "POST",
    path: `/job/${id}/message`,
    body: { prompt: "Once more, please." },
    idempotencyKey: randomUUID(),
  });
  if (status < 300) known.messages += 1;
}

async function cancel({ client, job }: Context): Promise<void> {
  if (job === null) return;
  const [id, known] = job;
  const path = `/job/${id}/cancel`;
  const { status } = await client.send(known.project, { operation: "cancel", method: "POST", path });
  if (status < 300) known.wasCancelled = true;
}

async function archive({ client, job }: Context): Promise<void> {
  if (job === null) return;
  const [id, { project }] = job;
  await client.send(project, { operation: "archive", method: "POST", path: `/job/${id}/archive` });
}
