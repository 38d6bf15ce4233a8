import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { refName } from "../schemas/ref-name.ts";
import type { Database } from "../store/database.ts";
import { type ProjectRow, requireProject } from "./project-row.ts";

export const listPagesInput = z.strictObject({
  q: plainText({ min: 0, max: 200 }).optional().describe("Part of the path or the title, in any case."),
  ref: refName.optional().describe("Branch; the project's when absent."),
  limit: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(200, "must be at most 200")
    .default(50)
    .describe("How many pages at most."),
});

export const pageList = z.object({
  data: z.array(z.object({ path: z.string(), title: z.string().nullable() })),
  total: z.int().min(0).meta({ description: "Pages that match, also beyond the limit." }),
  generator: z.string().nullable().meta({
    description: "Null while the site is still being read; until then, pages outside of it are listed too.",
  }),
  commit: z.string().meta({ description: "Commit of the branch when it was read, at most a minute ago." }),
});

export interface Pages {
  /** Sorted by path. */
  pages: { path: string; title: string | null }[];
  /** Null if not known yet. */
  generator: string | null;
  commit: string;
}

/**
 * Reads the pages of a project's branch. Throws `repository_unreachable`, `repository_empty`,
 * `ref_not_found`, `unavailable` and the like.
 */
export type ReadPages = (project: ProjectRow, ref: string | null) => Promise<Pages>;

export interface ListPagesDeps {
  database: Database;
  readPages: ReadPages;
  /** Throws `invalid_ref`. */
  assertRefName: (ref: string) => void;
}

/**
 * Lists the site's pages; those whose name or title starts with the text come first. Throws
 * `project_not_found`, `invalid_ref`, and errors of reading.
 */
export async function listPages(
  deps: ListPagesDeps,
  projectId: string,
  input: unknown,
): Promise<z.output<typeof pageList>> {
  const { q = "", ref, limit } = parseInput(listPagesInput, input);
  if (ref !== undefined) deps.assertRefName(ref);
  const project = await requireProject(deps.database, projectId);
  const { pages, generator, commit } = await deps.readPages(project, ref ?? project.ref);
  const wanted = q.trim().toLowerCase();
  const matching = pages.filter(
    ({ path, title }) => path.toLowerCase().includes(wanted) || (title ?? "").toLowerCase().includes(wanted),
  );
  const data = matching.toSorted((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, limit);
  return { data, total: matching.length, generator, commit };
}

/** Ranks a page higher if its name, path or title starts with the text. */
function rank({ path, title }: Pages["pages"][number], wanted: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return [name, path.toLowerCase(), (title ?? "").toLowerCase()].some((text) => text.startsWith(wanted))
    ? 0
    : 1;
}
