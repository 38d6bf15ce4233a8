import { cleanMarkdown } from "../../outgoing/clean-markdown.ts";
import { whileStoreIsAway } from "../claims/while-store-is-away.ts";
import type { Edited, Run } from "../run.ts";
import { linkHostsOf } from "../texts/pull-request-text.ts";

/**
 * Comments each later turn of a topic's job on its pull request, for those who follow it. A repetition
 * after a crash replaces the comment. The turn's work is published already, so a host that takes no comment
 * does not make it fail.
 */
export async function commentTurn(
  run: Run,
  edited: Edited,
  outcome: "updated" | "unchanged",
  note: string | null,
): Promise<void> {
  const { job, signal, gate, log } = run;
  const pullRequest = run.pullRequest ?? job.pullRequest;
  if (job.topic === null || job.turn === 1 || pullRequest?.state !== "open") return;
  const did = outcome === "updated" ? "changed this pull request" : "changed nothing";
  const parts = [
    `Turn ${job.turn} of \`${job.id}\` ${did}.`,
    cleanMarkdown(edited.summary, { linkHosts: linkHostsOf(job) }).trim(),
    note ?? "",
  ];
  try {
    const body = await gate.mask(parts.filter((part) => part !== "").join("\n\n"));
    const { pullRequests } = run.host().connection;
    const comment = { topic: `turn-${job.turn}`, body };
    await whileStoreIsAway(() => pullRequests.comment(pullRequest.number, comment), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error }, "the pull request could not be told about a turn");
  }
}
