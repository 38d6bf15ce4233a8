import { appendTrailers } from "../git/append-trailers.ts";
import { parseRepository } from "../git/parse-repository.ts";
import type { EventData } from "../jobs/events.ts";
import type { NotJudgedRecord } from "../jobs/finding-schema.ts";
import type { CheckCounts } from "../jobs/record.ts";
import { cleanMarkdown, type MarkdownRules } from "../outgoing/clean-markdown.ts";
import { cleanPlain } from "../outgoing/clean-plain.ts";
import { type CleanText, ownWords } from "../outgoing/clean-text.ts";
import type { ProjectSettings } from "../store/project-settings.ts";
import type { TurnEvents } from "../store/worker/load-turn-events.ts";
import { writeCitations } from "./evidence/write-citations.ts";
import type { Finished } from "./run.ts";

const titleCharactersMax = 72;
const promptCharactersMax = 1_000;
/** Of a topic, which may have many: the timeline has them all. */
const earlierTurnsMax = 5;

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
  edited: Finished,
): CleanText {
  const coAuthors = (job.settings.commits?.coAuthors ?? []).map((author) => `Co-authored-by: ${author}`);
  const text = [cutTitle(edited.title), cleanPlain(edited.summary).trim()].filter(Boolean).join("\n\n");
  return ownWords(appendTrailers(text, [`Copydesk-Job: ${job.id}`, ...coAuthors]));
}

/**
 * What the pull request says: the newest turn, then the ones before it. Prompts are made harmless as well:
 * they may quote what reviewers and failed checks have said.
 */
export function writePullRequestBody(
  job: { id: string; prompt: string },
  edited: Finished,
  {
    checks,
    notJudged,
    evidence = null,
    past,
    timeline = null,
    rules,
  }: {
    evidence?: EventData<"citations"> | null;
    checks: CheckCounts | null;
    notJudged: readonly NotJudgedRecord[];
    past: TurnEvents["past"];
    /** Of a topic's job. */
    timeline?: string | null;
    rules: MarkdownRules;
  },
): string {
  return [
    cleanMarkdown(edited.summary, rules).trim(),
    ...(checks === null ? [] : [`Checks: ${describeCounts(checks)}.`]),
    ...(notJudged.length === 0 ? [] : [notJudged.map(({ reason }) => `- ${reason}.`).join("\n")]),
    ...writeCitations(evidence, rules),
    `Prompt:\n${quote(job.prompt, rules)}`,
    ...(timeline === null ? [] : [timeline]),
    ...writeEarlierTurns(past, rules).slice(0, timeline === null ? undefined : earlierTurnsMax),
    `Copydesk-Job: ${job.id}`,
  ].join("\n\n");
}

function writeEarlierTurns(past: TurnEvents["past"], rules: MarkdownRules): string[] {
  const sections: string[] = [];
  let prompts: string[] = [];
  let committed: { summary: string } | null = null;
  for (const { kind, data } of past) {
    if (kind === "created" || kind === "message") prompts.push(data.prompt);
    else if (kind === "committed" || kind === "previewed") committed = data;
    else if (kind === "completed" || kind === "failed") {
      if (committed !== null) {
        const summary = cleanMarkdown(committed.summary, rules).trim();
        sections.push(`Before that:\n\n${summary}\n\n${quote(prompts.join("\n\n"), rules)}`);
      }
      prompts = [];
      committed = null;
    }
  }
  return sections.reverse();
}

/** Where links in a pull request may go: to the host of its repository. */
export function linkHostsOf({
  repository,
  hostUrl,
}: {
  repository: string;
  hostUrl: string | null;
}): string[] {
  const parsed = parseRepository(repository);
  const hosts = parsed.kind === "path" ? [] : [parsed.host, `${parsed.host}:${parsed.port}`];
  return hostUrl !== null && URL.canParse(hostUrl) ? [...hosts, new URL(hostUrl).host] : hosts;
}

function describeCounts(counts: CheckCounts): string {
  return `${counts.new} new, ${counts.fixed} fixed, ${counts.preexisting} preexisting`;
}

export function cutTitle(title: string): string {
  const line = title.split(/\r?\n/, 1)[0]!.trim();
  return line.length <= titleCharactersMax ? line : `${line.slice(0, titleCharactersMax - 1).trimEnd()}…`;
}

function quote(prompt: string, rules: MarkdownRules): string {
  const text = prompt.length <= promptCharactersMax ? prompt : `${prompt.slice(0, promptCharactersMax)}…`;
  return cleanMarkdown(text.trim(), rules)
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
