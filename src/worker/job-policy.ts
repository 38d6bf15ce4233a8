import { AppError } from "../errors.ts";
import { isFile, linkMode } from "../git/mirror/snapshot.ts";
import { type Policy, policyBytesMax, policyPath } from "../policy/policy-schema.ts";
import { type PolicyProblem, readPolicy } from "../policy/read-policy.ts";
import { withPeriod } from "../text/with-period.ts";
import type { JobTree } from "./job-tree.ts";

/** The repository's own rules for a job, as of its base: the job's own changes do not affect them. */
export interface JobPolicy {
  policy: Policy;
  /** Git hash of the file. */
  blob: string;
}

/** A name that is almost right: rules that nobody reads are worse than none. */
const wrongName = ".copydesk.yaml";

/** Reads the rules at the base. Throws `invalid_policy` if they cannot be read: then nothing may be done. */
export async function readJobPolicy(
  tree: JobTree,
  { baseCommit, signal }: { baseCommit: string; signal: AbortSignal },
): Promise<JobPolicy | null> {
  const entry = await tree.entryAt(baseCommit, policyPath, signal);
  if (entry === null) {
    const other = await tree.entryAt(baseCommit, wrongName, signal);
    if (other === null) return null;
    throw invalid(`${wrongName} is not read: its name has to be ${policyPath}`);
  }
  if (entry.mode === linkMode) throw invalid(`${policyPath} is a link; it has to be a file`);
  if (!isFile(entry)) throw invalid(`${policyPath} is no file`);
  if (entry.bytes > policyBytesMax) throw invalid(`${policyPath} is larger than ${policyBytesMax} bytes`);
  const content = await tree.readAt(baseCommit, policyPath, signal);
  const read = readPolicy(content?.toString("utf8") ?? "");
  if ("problems" in read) throw invalid(describeProblems(read.problems));
  return { policy: read.policy, blob: entry.id };
}

function describeProblems(problems: readonly PolicyProblem[]): string {
  const [first] = problems;
  const { line, column, message } = first!;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return `${policyPath}:${line}:${column}: ${message}${more}`;
}

function invalid(why: string): AppError {
  return new AppError(
    "invalid_policy",
    `The repository's rules cannot be read, so nothing was done: ${withPeriod(why)}`,
  );
}
