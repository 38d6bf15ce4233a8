import { AppError, type ErrorCode, isAppError } from "../errors.ts";
import type { ParsedRepository } from "../git/remote/parse-repository.ts";
import type { ProjectRow } from "./project-row.ts";

type ReadableProject = Pick<ProjectRow, "id" | "host" | "host_url" | "credentials">;

/**
 * Reads the base branch (null: the one that HEAD names), with the project's credentials if there is a
 * project.
 */
export type ReadRepository = (
  place: { repository: ParsedRepository; ref: string | null },
  project: ReadableProject | null,
) => Promise<unknown>;

const refusals = new Set<ErrorCode>([
  ...(["repository_unreachable", "repository_empty", "ref_not_found", "url_not_allowed"] as const),
]);

/** Refuses a repository with which no job could start, and says how to store it nevertheless. */
export async function assertRepository(
  readRepository: ReadRepository | undefined,
  place: { repository: ParsedRepository; ref: string | null },
  project: ReadableProject,
  howToConnect: string,
): Promise<void> {
  try {
    await readRepository?.(place, project);
  } catch (error) {
    if (!isAppError(error) || !refusals.has(error.code)) throw error;
    const { code, message, details } = error;
    const advice = details.needsCredentials
      ? howToConnect
      : "Nothing was stored; `anyway` stores it all the same.";
    throw new AppError(code, `${message} ${advice}`, { cause: error, details });
  }
}
