import { AppError } from "../../errors.ts";
import { gitOutput } from "../../git/git-output.ts";
import { type TriggerEvent, toTriggerEvent } from "../trigger-event.ts";

const changesMax = 2_000;
const pathsMax = 3_000;
const outputBytesMax = 64 * 1024 * 1024;
/**
 * Between commits, between their fields, and before their paths: no name or message has these characters.
 */
const marks = { commit: "\u001e", field: "\u001f", paths: "\u001d" };

/**
 * The changes of a source's branch since a time, oldest first, as pushes of that time would have told
 * them: a merge is one change. `directory`: a repository of this machine, which is only read. Throws
 * `ref_not_found`, and `invalid_request` above 2,000.
 */
export async function listPastChanges(
  { directory, repository, ref }: { directory: string; repository: string; ref: string | null },
  { since, signal }: { since: Date; signal?: AbortSignal },
): Promise<TriggerEvent[]> {
  const format = ["%H", "%P", "%an", "%cI", "%B"].join(marks.field);
  const args = [
    ...["-C", directory, "-c", "core.quotePath=false", "log", "--first-parent", "-m", "--name-only", "-z"],
    ...[
      `--since=${since.toISOString()}`,
      `-n${changesMax + 1}`,
      `--format=${marks.commit}${format}${marks.paths}`,
    ],
    ...["--end-of-options", ref === null ? "HEAD" : `refs/heads/${ref}`, "--"],
  ];
  const output = await gitOutput(args, { signal, maxOutputBytes: outputBytesMax }).catch((error: unknown) => {
    throw new AppError("ref_not_found", `${directory} has no branch ${ref ?? "HEAD"} that can be read.`, {
      cause: error,
    });
  });
  const found = output
    .toString("utf8")
    .split(marks.commit)
    .filter((entry) => entry.trim() !== "");
  if (found.length > changesMax)
    throw new AppError("invalid_request", `There are more than ${changesMax} changes. Take a shorter time.`);
  return found.map((entry) => toEvent(entry, { repository, ref })).reverse();
}

function toEvent(
  entry: string,
  { repository, ref }: { repository: string; ref: string | null },
): TriggerEvent {
  const [head = "", rest = ""] = entry.split(marks.paths, 2);
  const [commit = "", parents = "", author = "", at = "", message = ""] = head.split(marks.field);
  const paths = rest.split(/[\0\n]/).filter((path) => path !== "");
  const text = message.trim();
  return toTriggerEvent({
    ...{ kind: "push", repository, commit, author, at, text },
    ...{ ref: ref ?? undefined, before: parents.split(" ")[0] || undefined },
    ...{ title: text.split("\n", 1)[0] ?? "", paths: [...new Set(paths)].slice(0, pathsMax) },
  });
}
