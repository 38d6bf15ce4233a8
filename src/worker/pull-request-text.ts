import { appendTrailers } from "../git/append-trailers.ts";
import type { CheckCounts } from "../jobs/record.ts";
import type { ProjectSettings } from "../store/schema.ts";
import type { TurnEvents } from "../store/worker/load-turn-events.ts";
import type { Edited } from "./steps/edit-until-clean.ts";

const titleCharactersMax = 72;
const promptCharactersMax = 1_000;

const copydesk = { name: "Copydesk", email: "copydesk@localhost" };

/** Who the project's commits are from. */
export function authorOf({ settings }: { settings: ProjectSettings }): { name: string; email: string } {
  return settings.commits?.author ?? copydesk;
}

/** A turn's own time, so that a second attempt with the same tree makes the same commit. */
export function commitDate(job: { createdAt: Date }, turn: number): Date {
  return new Date(job.createdAt.getTime() + (turn - 1) * 1_000);
}

/** Subject, summary, and trailers that name the job and the co-authors. */
export function writeCommitMessage(
  job: { id: string; settings: ProjectSettings },
  edited: Pick<Edited, "title" | "summary">,
): string {
  const coAuthors = (job.settings.commits?.coAuthors ?? []).map((author) => `Co-authored-by: ${author}`);
  const text = `${cutTitle(edited.title)}\n\n${edited.summary.trim()}`;
  return appendTrailers(text, [`Copydesk-Job: ${job.id}`, ...coAuthors]);
}

/** What the pull request says: the newest turn, then the ones before it. */
export function writePullRequestBody(
  job: { id: string; prompt: string },
  edited: Edited,
  { checks, past }: { checks: CheckCounts | null; past: TurnEvents["past"] },
): string {
  return [
    edited.summary.trim(),
    ...(checks === null ? [] : [`Checks: ${describeCounts(checks)}.`]),
    `Prompt:\n${quote(job.prompt)}`,
    ...writeEarlierTurns(past),
    `Copydesk-Job: ${job.id}`,
  ].join("\n\n");
}

function writeEarlierTurns(past: TurnEvents["past"]): string[] {
  const sections: string[] = [];
  let prompts: string[] = [];
  let committed: Record<string, unknown> | null = null;
  for (const { kind, data } of past) {
    if (kind === "created" || kind === "message") prompts.push(String(data.prompt));
    else if (kind === "committed" || kind === "previewed") committed = data;
    else {
      if (typeof committed?.summary === "string") {
        sections.push(`Before that:\n\n${committed.summary.trim()}\n\n${quote(prompts.join("\n\n"))}`);
      }
      prompts = [];
      committed = null;
    }
  }
  return sections.reverse();
}

export function describeCounts(counts: CheckCounts): string {
  return `${counts.new} new, ${counts.fixed} fixed, ${counts.preexisting} preexisting`;
}

export function cutTitle(title: string): string {
  const line = title.split(/\r?\n/, 1)[0]!.trim();
  return line.length <= titleCharactersMax ? line : `${line.slice(0, titleCharactersMax - 1).trimEnd()}…`;
}

function quote(prompt: string): string {
  const text = prompt.length <= promptCharactersMax ? prompt : `${prompt.slice(0, promptCharactersMax)}…`;
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
