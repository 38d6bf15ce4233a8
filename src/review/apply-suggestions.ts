import { createHash } from "node:crypto";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { insertEvent, toEventData } from "../jobs/insert-event.ts";
import { loadNewestEvent } from "../jobs/load-newest-event.ts";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import { inTransaction } from "../store/database.ts";
import { toJsonb, toText } from "../store/storable-text.ts";
import { assertFresh } from "./assert-fresh.ts";
import type { Decider } from "./decide-review.ts";
import { loadReviewJob, type ReviewJob } from "./load-review-job.ts";
import type { MadeCommit, ReviewDeps } from "./review-deps.ts";
import { type SuggestionsInput, suggestionsBody } from "./review-inputs.ts";

type Suggestion = SuggestionsInput["suggestions"][number];

/**
 * Commits the reviewer's edits to the job's branch, as one commit; later follow-ups continue from it.
 * Succeeds if they are already applied. Throws `stale_review`, `suggestions_have_problems`,
 * `merge_not_allowed`, `job_active`, and errors of the gate, git and the code host.
 */
export async function applySuggestions(
  deps: ReviewDeps,
  address: JobAddress,
  input: unknown,
  decider: Decider,
): Promise<void> {
  const body = parseInput(suggestionsBody, input);
  const job = await loadReviewJob(deps, address);
  const key = JSON.stringify(body);
  if (job.headCommit !== body.headCommit && (await wasApplied(deps, job, key))) return;
  assertFresh(job, body.headCommit);
  assertOpen(job);
  const { suggestions, force } = body;
  const paths = [...new Set(suggestions.map(({ path }) => path))];
  const edits = paths.map((path) => {
    const own = suggestions.filter((one) => one.path === path);
    return { path, apply: (text: string) => replaceLines(text, own) };
  });
  const count = suggestions.length === 1 ? "a suggested edit" : `${suggestions.length} suggested edits`;
  const title = body.title ?? `Apply ${count}`;
  const made = await deps.commitSuggestions(address, { title, edits, force, person: decider.person });
  await record(deps, job, { made, key, decider, paths });
}

function assertOpen({ status, pullRequest, fork }: ReviewJob): void {
  if (status === "active")
    throw new AppError("job_active", "The job is at work on its branch. Wait until it has ended.");
  if (status === "archived")
    throw new AppError("job_archived", "The job is archived. Unarchive it to go on with it.");
  if (pullRequest?.state !== "open")
    throw new AppError("merge_not_allowed", "Edits can be suggested only while the pull request is open.");
  if (fork !== null)
    throw new AppError("merge_not_allowed", "The branch is in a fork. Suggest the edits on the code host.");
}

/** Replaces from the bottom up, so that line numbers stay valid. Keeps the file's line ends. */
function replaceLines(text: string, suggestions: readonly Suggestion[]): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(end);
  const sorted = [...suggestions].sort((one, other) => other.startLine - one.startLine);
  let above = Number.POSITIVE_INFINITY;
  for (const { startLine, endLine, expected, replacement } of sorted) {
    if (endLine < startLine || endLine >= above)
      throw invalidRequest([
        { path: "suggestions", message: "must not overlap, and end where they begin or later" },
      ]);
    above = startLine;
    const found = lines.slice(startLine - 1, endLine).join("\n");
    if (endLine > lines.length || found !== expected.replaceAll("\r\n", "\n"))
      throw new AppError("stale_review", "The lines have changed since the review. Read the review again.");
    const next = replacement === "" ? [] : replacement.replaceAll("\r\n", "\n").split("\n");
    lines.splice(startLine - 1, endLine - startLine + 1, ...next);
  }
  return lines.join(end);
}

async function wasApplied(
  { database }: ReviewDeps,
  { projectId, id }: ReviewJob,
  key: string,
): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select 1 from audit_log where project_id = $1 and action = 'suggestions.applied' and subject ->> 'id' = $2 and after ->> 'request' = $3 limit 1",
    [projectId, id, hashOf(key)],
  );
  return rows.length > 0;
}

const update = `
  update jobs set head_commit = $3, patch = $4, checks = coalesce($5::jsonb, checks), event_seq = event_seq + 3, updated_at = clock_timestamp()
  where id = $1 and head_commit = $2 returning event_seq`;

const write = insertEvent({ jobId: "$1", seq: "$2", kind: "$3", data: "$4", author: "$5" });

async function record(
  { database }: ReviewDeps,
  job: ReviewJob,
  { made, key, decider, paths }: { made: MadeCommit; key: string; decider: Decider; paths: string[] },
): Promise<void> {
  const { actor } = decider;
  const before = await loadNewestEvent(database, { jobId: job.id, kind: "committed" });
  const note = `${decider.person.name} then edited ${paths.join(", ")}.`;
  const summary = [before?.data.summary.trim(), note].filter(Boolean).join("\n\n");
  const { counts } = made.checks;
  await inTransaction(database, async (client) => {
    const values = [job.id, job.headCommit, made.commit, toText(made.patch), counts && toJsonb(counts)];
    const { rows } = await client.query<{ event_seq: number }>(update, values);
    if (rows[0] === undefined) return;
    const add = (seq: number, kind: string, data: string) =>
      client.query(write, [job.id, seq, kind, data, toJsonb(actor.author)]);
    const last = rows[0].event_seq;
    await add(last - 2, "checks", toEventData("checks", made.checks));
    await add(last - 1, "committed", toEventData("committed", { ...made.committed, summary }));
    await add(last, "pushed", toEventData("pushed", { branch: job.branch, commit: made.commit }));
    await client.query(
      "update pull_requests set head_commit = $3, patch = $4, updated_at = clock_timestamp() where project_id = $1 and job_id = $2 and state = 'open'",
      [job.projectId, job.id, made.commit, toText(made.patch)],
    );
    const after = { commit: made.commit, paths, request: hashOf(key) };
    const subject = { kind: "job", id: job.id, ...(job.title !== null && { name: job.title }) };
    const entry = { actor, projectId: job.projectId, subject, before: { commit: job.headCommit }, after };
    await recordAudit(client, { action: "suggestions.applied", ...entry });
  });
}

/** Returns a short hash of a request's key, which no mask mistakes for a token. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 24);
}
