import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { matchGlob } from "../text/match-glob.ts";
import { isPagePath, pageExtension } from "../text/page-path.ts";
import { repositoryGlob } from "./create-job-body.ts";

export const findOverlapsBody = z.strictObject({
  paths: z
    .array(repositoryGlob, "must be a list")
    .max(50, "must have at most 50 globs")
    .meta({ description: "Paths and globs of pages, as for a create." })
    .optional(),
  prompt: plainText({ min: 0, max: 32_768 })
    .meta({ description: "Pages that the prompt names by path or address count too." })
    .optional(),
});

export const overlapList = z.object({
  data: z.array(
    z.object({
      jobId: z.string(),
      title: z.string().nullable(),
      prLink: z.string(),
      paths: z.array(z.string()).meta({ description: "Pages that both change; at most 100." }),
    }),
  ),
});

interface OpenChange {
  jobId: string;
  title: string | null;
  prLink: string;
  paths: string[];
}

const changesMax = 500;
const pathsMax = 100;

const openChanges = `
  select id as "jobId", coalesce(title, chosen_title) as title, pull_request ->> 'url' as "prLink", changed -> 'paths' as paths
  from jobs where project_id = $1 and pull_request ->> 'state' = 'open' and changed is not null
  order by created_at desc, id desc limit ${changesMax}`;

/**
 * Returns open pull requests of the project that change a page which the prompt names or a glob matches,
 * newest first. Throws `invalid_request`.
 */
export async function findOverlaps(
  { database }: { database: Database },
  projectId: string,
  input: unknown,
): Promise<z.output<typeof overlapList>> {
  const { paths: globs = [], prompt = "" } = parseInput(findOverlapsBody, input);
  const matchers = globs.map((glob) => matchGlob(glob));
  const named = namesIn(prompt);
  if (matchers.length === 0 && named.size === 0) return { data: [] };
  const { rows } = await guardStore(() => database.pool.query<OpenChange>(openChanges, [projectId]));
  const isMeant = (path: string) =>
    matchers.some((matches) => matches(path)) || namesOf(path).some((name) => named.has(name));
  const found = rows.map((row) => ({ ...row, paths: row.paths.filter(isMeant).slice(0, pathsMax) }));
  return { data: found.filter(({ paths }) => paths.length > 0) };
}

const separators = /[\s"'`()<>[\]{},;|*]+/;
const edge = new Set("@/.:!?#");

/** Returns the words of a prompt that can name a page: with a slash, an extension, or completed after "@". */
function namesIn(prompt: string): Set<string> {
  const names = new Set<string>();
  for (const word of prompt.split(separators)) {
    const isMarked = word.startsWith("@") || word.startsWith("/");
    const text = trimEdges(word).toLowerCase();
    if (text !== "" && (isMarked || text.includes("/") || isPagePath(text)))
      names.add(withoutExtension(text));
  }
  return names;
}

function trimEdges(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && edge.has(word[start]!)) start += 1;
  while (end > start && edge.has(word[end - 1]!)) end -= 1;
  return word.slice(start, end);
}

function withoutExtension(path: string): string {
  return path
    .replace(pageExtension, "")
    .replace(/(?<=\/)(?:index|readme)$/, "")
    .replace(/\/$/, "");
}

/**
 * Returns a page's path and its ends after a slash: "docs/guide" names "docs/guide/index.md", and so does
 * "guide".
 */
function namesOf(path: string): string[] {
  const parts = withoutExtension(path.toLowerCase()).split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}
