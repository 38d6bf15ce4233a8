import type { CheckCounts } from "../jobs/record.ts";
import type { Edited } from "./steps/edit-until-clean.ts";

const titleCharactersMax = 72;
const promptCharactersMax = 1_000;

/** Subject, summary and a trailer that names the job. */
export function writeCommitMessage(job: { id: string }, edited: Edited): string {
  return `${cutTitle(edited.title)}\n\n${edited.summary.trim()}\n\nCopydesk-Job: ${job.id}\n`;
}

export function writePullRequestBody(job: { id: string; prompt: string }, edited: Edited): string {
  const counts = {
    new: edited.checks.new.length,
    fixed: edited.checks.fixed.length,
    preexisting: edited.checks.preexisting.length,
  };
  return [
    edited.summary.trim(),
    `Checks: ${describeCounts(counts)}.`,
    `Prompt:\n${quote(job.prompt)}`,
    `Copydesk-Job: ${job.id}`,
  ].join("\n\n");
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
