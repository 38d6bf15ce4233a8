import { type DiffFile, parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import type { EventData } from "../jobs/events.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { isKind, readEvent, type StoredEvent } from "../jobs/read-event.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { parseEvidence } from "../text/evidence-place.ts";
import { pathOf } from "./list-review-files.ts";
import { loadReviewJob } from "./load-review-job.ts";
import type { ReviewCitation } from "./review-schema.ts";

type Cited = EventData<"citations">["cited"];

const load = `
  select kind, version, data from job_events
  where job_id = $1 and kind in ('citations', 'committed', 'previewed') order by seq`;

/**
 * Loads the citations of each turn's change, newest turn first; for a turn that was sent back, only those of
 * its last attempt. Empty for jobs without context.
 */
export async function loadCitations({ pool }: Pick<Database, "pool">, jobId: string): Promise<Cited[]> {
  const { rows } = await guardStore(() => pool.query<StoredEvent>(load, [jobId]));
  const turns: Cited[] = [];
  let newest: Cited | null = null;
  for (const row of rows) {
    if (row.kind !== "citations") {
      if (newest !== null) turns.push(newest);
      newest = null;
      continue;
    }
    const event = readEvent(row);
    if (isKind("citations")(event)) newest = event.data.cited;
  }
  if (newest !== null) turns.push(newest);
  return turns.reverse();
}

/** Throws `job_not_found`, `transcript_expired`, `unavailable`. */
export async function getCitations(
  { database }: { database: Pick<Database, "pool"> },
  address: JobAddress,
): Promise<ReviewCitation[]> {
  const { id, patch } = await loadReviewJob({ database }, address);
  return listReviewCitations(await loadCitations(database, id), parseUnifiedDiff(patch ?? ""));
}

/**
 * Lists citations without duplicates, in order of the changed pages and their lines. Those of an earlier turn
 * whose paragraph is no longer in the change stay with their page, without a line.
 */
export function listReviewCitations(turns: readonly Cited[], files: readonly DiffFile[]): ReviewCitation[] {
  const places = new Map(files.map((file, index) => [pathOf(file), { file, index }]));
  const found = new Map<string, ReviewCitation>();
  for (const [age, cited] of turns.entries())
    for (const one of cited) {
      const place = places.get(one.path);
      const key = JSON.stringify([one.path, one.text, one.evidence, one.identifier]);
      if (place === undefined || found.has(key)) continue;
      const line = findLine(place.file, one.text) ?? (age === 0 ? one.line : null);
      found.set(key, { ...toCitation(one), line });
    }
  const order = ({ path, line }: ReviewCitation) => [
    places.get(path)!.index,
    line ?? Number.MAX_SAFE_INTEGER,
  ];
  return [...found.values()].sort((one, other) => {
    const [page, line] = order(one);
    const [otherPage, otherLine] = order(other);
    return page! - otherPage! || line! - otherLine!;
  });
}

function toCitation({
  path,
  text,
  evidence,
  identifier,
  quote,
}: Cited[number]): Omit<ReviewCitation, "line"> {
  const place = parseEvidence(evidence);
  return {
    ...{ path, text, identifier, quote: quote ?? null },
    source: place?.source ?? "prompt",
    commit: place?.commit ?? null,
    file: place?.path ?? null,
    startLine: place?.firstLine ?? null,
    endLine: place?.lastLine ?? null,
  };
}

const foldSpace = (text: string) => text.replace(/\s+/g, " ").trim();

/** Finds the first line of a paragraph among the changed lines and their context. */
function findLine({ hunks }: DiffFile, beginning: string): number | null {
  const wanted = foldSpace(beginning.replace(/…$/, ""));
  for (const { lines } of hunks) {
    const after = lines.filter(({ newNumber }) => newNumber !== null);
    for (const [at, { newNumber, text }] of after.entries()) {
      const first = foldSpace(text);
      if (first === "" || !(wanted.startsWith(first) || first.startsWith(wanted))) continue;
      if (begins(after.slice(at, at + paragraphLinesMax), wanted)) return newNumber;
    }
  }
  return null;
}

const paragraphLinesMax = 200;

function begins(lines: readonly { text: string }[], wanted: string): boolean {
  let text = "";
  for (const line of lines) {
    text = foldSpace(`${text} ${line.text}`);
    if (text.length >= wanted.length) return text.startsWith(wanted);
  }
  return text === wanted;
}
