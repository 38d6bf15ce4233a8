import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { gitLine, gitOutput } from "../git/programs/git-output.ts";

/** A past commit that changed documentation, as a task. */
export interface Sample {
  commit: string;
  /** First line of its message. */
  subject: string;
  prompt: string;
  /** Branch of the scratch repository with the whole commit except for its changes to pages. */
  ref: string;
  /** The change that people merged, limited to pages. */
  patch: string;
}

export interface Samples {
  /** Git directory of the scratch repository for the jobs. */
  repository: string;
  samples: Sample[];
  close(): Promise<void>;
}

const page = /\.(?:mdx?|markdown|rst|adoc)$/i;
/** Files that are not written for readers of the documentation. */
const notAPage = /(?:^|\/)(?:changelog|changes|history)[^/]*$/i;
const pagesMax = 20;
const lookedAtMax = 5_000;
const patchBytesMax = 1024 * 1024;
const sourceCharactersMax = 20_000;
const diffFlags = ["diff", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", "-M"];

/**
 * Takes the newest non-merge commits of a repository's branch that changed 1 to 20 pages, at most `count`,
 * and puts them into a copy of the repository below `folder`. The repository itself is not modified. Throws
 * `invalid_request` if there are none.
 */
export async function openSamples(
  repository: string,
  { count, folder, signal }: { count: number; folder: string; signal: AbortSignal },
): Promise<Samples> {
  const root = await mkdtemp(join(folder, "evaluation-"));
  const close = () => rm(root, { recursive: true, force: true });
  try {
    // The operator named the repository, and git follows nothing in it to other places.
    const scratch = join(root, "repository.git");
    const env = { GIT_ALLOW_PROTOCOL: "file" };
    await gitOutput(["clone", "--quiet", "--bare", "--", repository, scratch], { signal, env });
    const git = [`--git-dir=${scratch}`, "-c", "core.quotePath=false"];
    const samples: Sample[] = [];
    for (const commit of await listCommits(git, signal)) {
      if (samples.length === count) break;
      const sample = await toSample(git, commit, { number: samples.length + 1, signal });
      if (sample !== null) samples.push(sample);
    }
    if (samples.length > 0) return { repository: scratch, samples, close };
    throw new AppError("invalid_request", "No commit of this branch changed pages.");
  } catch (error) {
    await close();
    throw error;
  }
}

async function listCommits(git: readonly string[], signal: AbortSignal): Promise<string[]> {
  const args = [...git, "log", "--no-merges", "--min-parents=1", "--format=%H", `-n${lookedAtMax}`, "HEAD"];
  return (await gitOutput(args, { signal })).toString("utf8").split("\n").filter(Boolean);
}

async function toSample(
  git: readonly string[],
  commit: string,
  { number, signal }: { number: number; signal: AbortSignal },
): Promise<Sample | null> {
  const parent = `${commit}^1`;
  const names = await gitOutput([...git, ...diffFlags, "--no-renames", "--name-only", "-z", parent, commit], {
    signal,
  });
  const paths = names.toString("utf8").split("\0").filter(Boolean);
  const pages = paths.filter((path) => page.test(path) && !notAPage.test(path));
  if (pages.length === 0 || pages.length > pagesMax) return null;
  const others = paths.filter((path) => !pages.includes(path));
  const base =
    others.length === 0
      ? await gitLine([...git, "rev-parse", parent], { signal })
      : await withoutPages(git, commit, { pages, signal });
  const ref = `evaluation-${number}`;
  await gitOutput([...git, "update-ref", `refs/heads/${ref}`, base], { signal });
  const patch = await gitOutput([...git, ...diffFlags, base, commit], { signal });
  if (patch.length > patchBytesMax) return null;
  const message = (await gitOutput([...git, "log", "-1", "--format=%B", commit], { signal }))
    .toString("utf8")
    .trim();
  const source = others.length === 0 ? "" : await readSource(git, commit, { others, signal });
  return {
    ...{ commit, ref, patch: patch.toString("utf8") },
    subject: message.split("\n", 1)[0] ?? "",
    prompt: writePrompt(message, source),
  };
}

/** Creates a commit with the new tree but the old pages: the state right before somebody documented it. */
async function withoutPages(
  git: readonly string[],
  commit: string,
  { pages, signal }: { pages: readonly string[]; signal: AbortSignal },
): Promise<string> {
  await gitOutput([...git, "read-tree", commit], { signal });
  const before = await gitOutput([...git, "ls-tree", "-z", `${commit}^1`, "--", ...pages], { signal });
  const gone = pages.map((path) => `0 ${"0".repeat(40)}\t${path}`);
  const kept = before.toString("utf8").split("\0").filter(Boolean);
  const input = [...gone, ...kept].map((entry) => `${entry}\0`).join("");
  await gitOutput([...git, "update-index", "-z", "--index-info"], { signal, input });
  const tree = await gitLine([...git, "write-tree"], { signal });
  const who = ["-c", "user.name=Copydesk", "-c", "user.email=copydesk@localhost"];
  return await gitLine([...who, ...git, "commit-tree", tree, "-p", `${commit}^1`, "-m", "The source alone"], {
    signal,
  });
}

async function readSource(
  git: readonly string[],
  commit: string,
  { others, signal }: { others: readonly string[]; signal: AbortSignal },
): Promise<string> {
  const maxOutputBytes = 8 * 1024 * 1024;
  const args = [...git, ...diffFlags, `${commit}^1`, commit, "--", ...others.slice(0, 200)];
  const text = (await gitOutput(args, { signal, maxOutputBytes })).toString("utf8");
  return text.slice(0, sourceCharactersMax).toWellFormed();
}

const trailer = /^(?:signed-off-by|co-authored-by|reviewed-by|change-id): /i;

/** Returns the commit message as the prompt; a change of the source follows as a quotation, which is data. */
function writePrompt(message: string, source: string): string {
  const lines = message.split("\n").filter((line) => !trailer.test(line));
  const words = lines.join("\n").trim();
  if (source === "") return words;
  const quoted = source.split("\n").map((line) => `> ${line}`);
  return `${words}\n\nBring the documentation up to date with this change of the source, which is there already. It is quoted as data:\n${quoted.join("\n")}`;
}
