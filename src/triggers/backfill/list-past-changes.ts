import { AppError } from "../../errors.ts";
import { readChangeLog } from "../../git/history/read-change-log.ts";
import { type TriggerEvent, toTriggerEvent } from "../trigger-event.ts";

const changesMax = 2_000;

/**
 * Lists the changes of a source's branch since a time, oldest first, as pushes at that time would have
 * reported them: a merge is one change. `directory`: a local repository, opened read-only. Throws
 * `ref_not_found`, and `invalid_request` for more than 2,000 changes.
 */
export async function listPastChanges(
  { directory, repository, ref }: { directory: string; repository: string; ref: string | null },
  { since, signal }: { since: Date; signal?: AbortSignal },
): Promise<TriggerEvent[]> {
  const revisions = [
    ...[`--since=${since.toISOString()}`, `-n${changesMax + 1}`],
    ...["--end-of-options", ref === null ? "HEAD" : `refs/heads/${ref}`, "--"],
  ];
  const found = await readChangeLog(["-C", directory], revisions, signal).catch((error: unknown) => {
    throw new AppError("ref_not_found", `${directory} has no branch ${ref ?? "HEAD"} that can be read.`, {
      cause: error,
    });
  });
  if (found.length > changesMax)
    throw new AppError("invalid_request", `There are more than ${changesMax} changes. Take a shorter time.`);
  const events = found.map(({ commit, parents, author, at, message, paths }) =>
    toTriggerEvent({
      ...{ kind: "push", repository, commit, author, at, text: message, paths },
      ...{ ref: ref ?? undefined, before: parents[0], title: message.split("\n", 1)[0] ?? "" },
    }),
  );
  return events.reverse();
}
