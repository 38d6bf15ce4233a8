import { appendTrailers } from "../../git/commit/append-trailers.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import type { EventData } from "../../jobs/events.ts";
import type { NotJudgedRecord } from "../../jobs/finding-schema.ts";
import type { TurnEvents } from "../../jobs/lease/load-turn-events.ts";
import type { CheckCounts } from "../../jobs/record.ts";
import { cleanMarkdown, type MarkdownRules } from "../../outgoing/clean-markdown.ts";
import { cleanPlain } from "../../outgoing/clean-plain.ts";
import { type CleanText, ownWords } from "../../outgoing/clean-text.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { writeCitations } from "../evidence/write-citations.ts";
import type { Finished } from "../run.ts";

const titleCharactersMax = 72;
const promptCharactersMax = 1_000;
/** Limit for a topic, which may have many turns: the timeline has them all. */
const earlierTurnsMax = 5;

const copydesk = { name: "Copydesk", email: "copydesk@localhost" };

/** Returns the author of the project's commits. */
export function authorOf({ settings }: { settings: ProjectSettings }): { name: string; email: string } {
  return settings.commits?.author ?? copydesk;
}

/**
 * Returns a date that is fixed for each turn, so that a second attempt with the same tree makes the same
 * commit.
 */
export function commitDate(job: { createdAt: Date }, turn: number): Date {
  return new Date(job.createdAt.getTime() + (turn - 1) * 1_000);
}

/** Returns subject, summary, and trailers that name the job and the co-authors. */
export function writeCommitMessage(
  job: { id: string; settings: ProjectSettings },
  edited: Finished,
): CleanText {
  const coAuthors = (job.settings.commits?.coAuthors ?? []).map((author) => `Co-authored-by: ${author}`);
  const text = [cutTitle(edited.title), cleanPlain(edited.summary).trim()].filter(Boolean).join("\n\n");
  return ownWords(appendTrailers(text, [`Copydesk-Job: ${job.id}`, ...coAuthors]));
}

/**
 * Returns the body of the pull request: the latest turn, then the earlier ones. Prompts are cleaned too:
 * they may quote reviewers and failed checks.
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
    folds = false,
  }: {
    evidence?: EventData<"citations"> | null;
    checks: CheckCounts | null;
    notJudged: readonly NotJudgedRecord[];
    past: TurnEvents["past"];
    /** Set for a topic's job. */
    timeline?: string | null;
    rules: MarkdownRules;
    /** The host folds `<details>`, so that a reviewer reads at most 15 lines before the changes. */
    folds?: boolean;
  },
): string {
  const summary = cleanMarkdown(edited.summary, rules).trim();
  const counts = checks === null ? [] : [`Checks: ${describeCounts(checks)}.`];
  const unjudged = notJudged.length === 0 ? [] : [notJudged.map(({ reason }) => `- ${reason}.`).join("\n")];
  const earlier = writeEarlierTurns(past, summary, rules).slice(
    0,
    timeline === null ? undefined : earlierTurnsMax,
  );
  const prompt = `Prompt:\n${quote(job.prompt, rules)}`;
  const rest = [prompt, ...(timeline === null ? [] : [timeline]), ...earlier];
  const citations = writeCitations(evidence, rules);
  const last = `Copydesk-Job: ${job.id}`;
  if (!folds) return [summary, ...counts, ...unjudged, ...citations, ...rest, last].join("\n\n");
  const [shown, more] = cutSummary(summary);
  return [
    shown,
    ...counts,
    ...(more === "" ? [] : [fold("The whole summary", summary)]),
    ...(unjudged.length === 0 ? [] : [fold("What was not judged", unjudged.join("\n\n"))]),
    ...citations,
    fold("The prompt", rest.join("\n\n")),
    last,
  ].join("\n\n");
}

const shownLinesMax = 5;
const lineCharactersMax = 500;

/** Returns as many paragraphs as fit, and the rest; never cuts a block of code. */
function cutSummary(summary: string): [shown: string, more: string] {
  const lines = summary.split("\n");
  if (lines.length <= shownLinesMax && summary.length <= shownLinesMax * lineCharactersMax)
    return [summary, ""];
  let end = 0;
  let characters = 0;
  let isCode = false;
  for (const [index, line] of lines.slice(0, shownLinesMax + 1).entries()) {
    if (/^(?:`{3}|~{3})/.test(line)) isCode = !isCode;
    characters += line.length;
    if (characters > shownLinesMax * lineCharactersMax) break;
    if (line.trim() === "" && !isCode) end = index;
  }
  const shown = lines.slice(0, end).join("\n").trim();
  return [shown === "" ? "The summary of this change is folded below." : shown, lines.slice(end).join("\n")];
}

function fold(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}

/**
 * Returns the earlier turns, newest first. A summary that later turns left unchanged appears once, with the
 * latest of them.
 */
function writeEarlierTurns(past: TurnEvents["past"], shown: string, rules: MarkdownRules): string[] {
  const turns: { summary: string; prompts: string[] }[] = [];
  let prompts: string[] = [];
  let committed: { summary: string } | null = null;
  for (const { kind, data } of past) {
    if (kind === "created" || kind === "message") prompts.push(data.prompt);
    else if (kind === "committed" || kind === "previewed") committed = data;
    else if (kind === "completed" || kind === "failed") {
      if (committed !== null)
        turns.push({ summary: cleanMarkdown(committed.summary, rules).trim(), prompts });
      prompts = [];
      committed = null;
    }
  }
  return turns.toReversed().map(({ summary, prompts }, index, newest) => {
    const isSaid = summary === (index === 0 ? shown : newest[index - 1]!.summary);
    const said = isSaid ? [] : [summary];
    return ["Before that:", ...said, quote(prompts.join("\n\n"), rules)].join("\n\n");
  });
}

/** Returns the hosts that links in a pull request may point to: that of its repository. */
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

function describeCounts({ new: added, fixed, preexisting, warnings = 0, removed = 0 }: CheckCounts): string {
  const rest = [
    ...(removed > 0 ? [`${removed} removed with the text`] : []),
    ...(warnings > 0 ? [`${warnings} new ${warnings === 1 ? "warning" : "warnings"}`] : []),
  ];
  return [`${added} new`, `${fixed} fixed`, `${preexisting} preexisting`, ...rest].join(", ");
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
