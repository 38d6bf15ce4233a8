import { isAbsolute } from "node:path";
import type { ContextRepositoryRecord } from "../context/context-schema.ts";
import { AppError } from "../errors.ts";
import { countOf } from "../text/count-of.ts";
import { boundCost, type CostBounds } from "../triggers/backfill/bound-cost.ts";
import { listPastChanges } from "../triggers/backfill/list-past-changes.ts";
import { type Proposal, type ProposedJob, proposeJobs } from "../triggers/backfill/propose-jobs.ts";
import { type CommandContext, type RemoteOptions, withVerbs } from "./command.ts";
import { formatTable } from "./output/format-table.ts";
import { resolveRepository } from "./projects/resolve-repository.ts";
import type { Verbs } from "./verbs/verbs.ts";

export interface BackfillOptions extends RemoteOptions {
  project: string;
  since: string;
  source?: string;
  repository?: string;
  trigger?: string;
  accept?: string;
}

/** Marks jobs as created by this command. */
const mark = "backfill";

/** Proposes jobs for past changes of a source, and creates those that are accepted. */
export async function runBackfill(context: CommandContext, options: BackfillOptions): Promise<void> {
  const since = readSince(options.since, Date.now());
  await withVerbs(context, options, async (verbs) => {
    const { project } = options;
    const source = await findSource(verbs, options);
    const trigger = await findTrigger(verbs, options);
    const directory = await findClone(context, options.repository ?? source.repository);
    const { repository, ref } = source;
    const events = await listPastChanges({ directory, repository, ref }, { since });
    const proposal = proposeJobs(events, { source: source.name, trigger });
    const { known, costs } = await readEarlier(verbs, project);
    const isDone = ({ key }: ProposedJob) => known.has(key);
    const open = proposal.jobs.filter((job) => !isDone(job));
    const cost = boundCost(open.length, costs);
    const chosen = choose(open, options.accept);
    const created: { topic: string; jobId: string }[] = [];
    for (const { topic, prompt, key } of chosen) {
      const { id } = await verbs.createJob(project, { prompt, topic, metadata: { [mark]: key } });
      created.push({ topic, jobId: id });
    }
    const done = proposal.jobs.length - open.length;
    const document = { jobs: open, left: proposal.left, done, cost, created };
    return {
      document,
      text: format({ ...proposal, jobs: open }, { cost, created, done, events: events.length }),
    };
  });
}

/** Histories are read on this machine, with the user's own access to the clone. */
async function findClone({ deps }: CommandContext, text: string): Promise<string> {
  const directory = await resolveRepository(deps.io, text, { yes: true });
  if (isAbsolute(directory)) return directory;
  throw new AppError(
    "invalid_request",
    `${text} is not on this machine. Name a clone of it with --repository.`,
  );
}

async function findSource(
  verbs: Verbs,
  { project, source }: BackfillOptions,
): Promise<ContextRepositoryRecord> {
  const all = await verbs.listContext(project);
  const found = source === undefined && all.length === 1 ? all[0] : all.find(({ name }) => name === source);
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name).join(", ") || "none";
  throw new AppError(
    "context_not_found",
    `Name a context repository with --source; the project has: ${names}.`,
  );
}

async function findTrigger(verbs: Verbs, { project, trigger }: BackfillOptions) {
  if (trigger === undefined) return null;
  const found = (await verbs.listTriggers(project)).data.find(({ id }) => id === trigger);
  if (found?.kind === "source_change") return found;
  throw new AppError(
    "trigger_not_found",
    `The project has no trigger ${trigger} that waits for source changes.`,
  );
}

const jobsLookedAt = 500;

/** Reads what earlier runs have created and what the newest jobs have cost. */
async function readEarlier(verbs: Verbs, project: string) {
  const known = new Set<string>();
  const costs: (number | null)[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Verbs["listJobs"]>> = await verbs.listJobs(project, {
      limit: 100,
      ...(cursor && { cursor }),
    });
    for (const { metadata, usage, status } of page.data) {
      if (metadata[mark] !== undefined) known.add(metadata[mark]);
      if (status === "completed") costs.push(usage.costUsd);
    }
    cursor = page.nextCursor;
  } while (cursor !== null && costs.length < jobsLookedAt);
  return { known, costs };
}

function choose(jobs: readonly ProposedJob[], accept: string | undefined): readonly ProposedJob[] {
  if (accept === undefined) return [];
  if (accept === "all") return jobs;
  return accept.split(",").map((number) => {
    const job = /^\d{1,4}$/.test(number.trim()) ? jobs[Number(number) - 1] : undefined;
    if (job !== undefined) return job;
    throw new AppError("invalid_request", `--accept: there is no job ${number} in the list.`);
  });
}

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function readSince(text: string, nowMs: number): Date {
  const [, number, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const at = number === undefined ? Date.parse(text) : nowMs - Number(number) * units[unit!]!;
  if (Number.isNaN(at) || at > nowMs)
    throw new AppError(
      "invalid_request",
      "--since must be a period such as 30d, 12h or 4w, or a date in the past.",
    );
  return new Date(at);
}

function format(
  { jobs, left }: Proposal,
  seen: {
    cost: CostBounds | null;
    created: { topic: string; jobId: string }[];
    done: number;
    events: number;
  },
): string {
  const { cost, created, done, events } = seen;
  const rows = jobs.map(({ topic, area, changes }, at) => [
    ...[String(at + 1), String(changes.length), area || "/", topic, changes.at(-1)!.title.slice(0, 50)],
  ]);
  const list =
    rows.length === 0
      ? "Nothing to propose."
      : formatTable(["NO", "CHANGES", "WHERE", "TOPIC", "NEWEST"], rows);
  const price =
    cost === null
      ? "What they would cost is not known: no job of the project has a cost on record."
      : `Likely cost: ${cost.lowUsd.toFixed(2)} to ${cost.highUsd.toFixed(2)} US dollars, by ${countOf(cost.from, "job")} of the project.`;
  const lines = [
    list,
    `${countOf(events, "change")}, ${countOf(jobs, "job")}. ${rows.length === 0 ? "" : price}`.trim(),
    ...(done > 0 ? [`${done} were created before and are omitted.`] : []),
    ...left.map(({ why, count }) => `Left out: ${count}, because ${why}.`),
    ...created.map(({ topic, jobId }) => `Created ${jobId}: ${topic}`),
    ...(created.length === 0 && rows.length > 0
      ? ["Nothing was created. Choose with --accept all, or --accept 1,3."]
      : []),
  ];
  return lines.join("\n");
}
