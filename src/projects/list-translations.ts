import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import { refName } from "../schemas/ref-name.ts";
import type { Database } from "../store/database.ts";
import { translationState } from "../translations/translation-state.ts";
import { type ProjectRow, requireProject } from "./project-row.ts";

export const listTranslationsInput = z.strictObject({ ref: refName.optional() });

export const translationList = z.object({
  commit: z.string().meta({ description: "What the branch has." }),
  sourceLanguage: z.string(),
  data: z.array(translationState).meta({ description: "By language; empty where nothing is translated." }),
});

export type Translations = z.output<typeof translationList>;

/**
 * Reads the translations of a branch. Throws `repository_unreachable`, `invalid_policy`, `unavailable` and
 * the like.
 */
export type ReadTranslations = (project: ProjectRow, ref: string | null) => Promise<Translations>;

interface ListTranslationsDeps {
  database: Database;
  readTranslations: ReadTranslations;
  /** Throws `invalid_ref`. */
  assertRefName: (ref: string) => void;
}

/**
 * Lists the translations that a job would bring up to date. Throws `project_not_found`, and errors of
 * reading.
 */
export async function listTranslations(
  deps: ListTranslationsDeps,
  projectId: string,
  input: unknown,
): Promise<Translations> {
  const { ref } = parseInput(listTranslationsInput, input);
  if (ref !== undefined) deps.assertRefName(ref);
  const project = await requireProject(deps.database, projectId);
  return await deps.readTranslations(project, ref ?? project.ref);
}
