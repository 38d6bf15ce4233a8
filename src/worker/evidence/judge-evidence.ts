import type { AgentFinding } from "../../agent/types.ts";
import { type Citation, hasWords, verifyEvidence } from "../../agent/verify-evidence.ts";
import type { EventData } from "../../jobs/events.ts";
import type { Prepared, Run } from "../run.ts";
import { type Claim, extractClaims } from "./extract-claims.ts";
import { createNameFinder } from "./find-name.ts";
import { openPagesBefore } from "./open-pages-before.ts";
import { readAddedLines } from "./read-added-lines.ts";
import { type Paragraph, toParagraphs } from "./to-paragraphs.ts";

const shownMax = 40;
const textCharactersMax = 200;
/** Limit for the names, which are looked up one by one. */
const namesMax = 300;

const pageName = /\.(?:mdx?|markdown|adoc|rst|txt)$/i;

export interface Evidence extends EventData<"citations"> {
  findings: AgentFinding[];
}

interface ChangedParagraph extends Paragraph {
  path: string;
  claims: Claim[];
}

/**
 * Looks up the evidence for the change: drops citations that no longer fit, and reports names in added text
 * that appear in neither the prompt, nor a page as it was, nor a source. Null without sources.
 */
export async function judgeEvidence(
  run: Run,
  prepared: Prepared,
  citations: readonly Citation[],
): Promise<Evidence | null> {
  const { context } = run;
  if (context === null || context.sources.length === 0 || run.tree === null) return null;
  const paragraphs = await readChangedParagraphs(run, prepared);
  const cited = await placeCitations(run, paragraphs, citations);
  const pages = await openPagesBefore(run, prepared);
  try {
    const { prompt } = run.job;
    const isKnown = createNameFinder({ prompt, pages: pages.has, context, signal: run.signal });
    const findings: AgentFinding[] = [];
    const names = paragraphs.flatMap((one) => one.claims.map((claim) => ({ ...claim, path: one.path })));
    for (const { path, line, column, name } of names.slice(0, namesMax))
      if (!isCited(cited, path, line, name) && !(await isKnown(name)))
        findings.push(toFinding({ path, line, column, name }));
    const uncited = paragraphs.filter(
      (one) => one.claims.length > 0 && !cited.some((citation) => isIn(one, citation)),
    );
    return {
      cited: cited.map(({ path, line, text, evidence, identifier, quote }) => ({
        ...{ path, line, text, evidence, identifier },
        ...(quote !== undefined && { quote }),
      })),
      uncited: uncited
        .slice(0, shownMax)
        .map(({ path, firstLine, text }) => ({ path, line: firstLine, text: begin(text) })),
      unsupported: findings.length,
      findings,
    };
  } finally {
    pages.close();
  }
}

async function readChangedParagraphs(run: Run, { tree, startCommit }: Prepared): Promise<ChangedParagraph[]> {
  const { patch } = await tree.diffFrom(startCommit, run.signal);
  const changed: ChangedParagraph[] = [];
  for (const [path, lines] of readAddedLines(patch)) {
    if (!pageName.test(path) || lines.size === 0) continue;
    const text = (await tree.readIfPresent(path, run.signal))?.toString("utf8") ?? "";
    const claims = extractClaims(text, (line) => lines.has(line));
    for (const paragraph of toParagraphs(text)) {
      const { firstLine, lastLine } = paragraph;
      const isWithin = (line: number) => line >= firstLine && line <= lastLine;
      if ([...lines].some(isWithin))
        changed.push({ ...paragraph, path, claims: claims.filter(({ line }) => isWithin(line)) });
    }
  }
  return changed;
}

type Placed = Citation & { line: number; text: string; lastLine: number; quote?: string };

/** Returns the citations whose words are still in a changed paragraph and whose lines exist. */
async function placeCitations(
  run: Run,
  paragraphs: readonly ChangedParagraph[],
  citations: readonly Citation[],
): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const citation of citations) {
    const { path, paragraph: words } = citation;
    const found = paragraphs.find((one) => one.path === path && hasWords(one.text, words));
    if (found === undefined) continue;
    const { prompt } = run.job;
    const verified = await verifyEvidence(run.context!.agentSources, citation, {
      prompt,
      signal: run.signal,
    });
    if ("problem" in verified) continue;
    const { firstLine: line, lastLine, text } = found;
    placed.push({ ...citation, ...verified, line, lastLine, text: begin(text) });
  }
  return placed;
}

function isIn({ path, firstLine }: ChangedParagraph, citation: Placed): boolean {
  return citation.path === path && citation.line === firstLine;
}

function isCited(cited: readonly Placed[], path: string, line: number, name: string): boolean {
  return cited.some(
    (one) =>
      one.path === path &&
      line >= one.line &&
      line <= one.lastLine &&
      (one.identifier?.includes(name) ?? false),
  );
}

function toFinding({ path, line, column, name }: Claim & { path: string }): AgentFinding {
  return {
    rule: "unsupported-claim",
    ...{ path, line, column },
    message: `"${name}" is in no source, no page and not in the task; correct it, leave it out, or cite the lines that have it`,
    target: name,
  };
}

function begin(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= textCharactersMax ? line : `${line.slice(0, textCharactersMax)}…`;
}
