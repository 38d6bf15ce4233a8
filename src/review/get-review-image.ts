import { posix } from "node:path";
import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import { AppError } from "../errors.ts";
import type { EventData } from "../jobs/events.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { loadNewestEvent } from "../jobs/load-newest-event.ts";
import { loadReviewJob, type ReviewJob } from "./load-review-job.ts";
import type { CommitFiles, ReviewDeps } from "./review-deps.ts";

export interface ReviewImage {
  type: string;
  bytes: Buffer;
}

const imageBytesMax = 10 * 1024 * 1024;

const types: Record<string, string> = {
  ...{ png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" },
  ...{ avif: "image/avif", svg: "image/svg+xml", ico: "image/x-icon", bmp: "image/bmp" },
};

/**
 * Returns an image from the repository. `path` is the target in the page `from`, or relative to the
 * repository's root without `from`. Throws `job_not_found`, `transcript_expired`, `file_not_found`,
 * `repository_unreachable`.
 */
export async function getReviewImage(
  deps: ReviewDeps,
  address: JobAddress,
  { path, from, side }: { path: string; from?: string | undefined; side: "before" | "after" },
): Promise<ReviewImage> {
  const job = await loadReviewJob(deps, address);
  const baseline = await loadNewestEvent(deps.database, { jobId: job.id, kind: "baseline" });
  const candidates = candidatesFor(decode(path), from, docsRootOf(from, baseline?.data));
  const found =
    side === "after" ? await readAfter(deps, job, candidates) : await readBefore(deps, job, candidates);
  if (found !== null) return found;
  throw new AppError("file_not_found", "The repository has no such image.", { details: { path } });
}

/**
 * Jobs write only text, so that images are the base's unless moved. Images pushed by people are only in the
 * branch.
 */
async function readAfter(
  deps: ReviewDeps,
  job: ReviewJob,
  candidates: readonly string[],
): Promise<ReviewImage | null> {
  if (job.headCommit !== null && job.fork === null)
    return await deps.repository.withCommit(job, job.headCommit, (files) => readFirst(files, candidates));
  const files = parseUnifiedDiff(job.patch ?? "");
  const oldPaths = new Map(files.map((file) => [file.newPath, file.oldPath]));
  return await readBefore(
    deps,
    job,
    candidates.map((path) => oldPaths.get(path) ?? path),
  );
}

async function readBefore(
  deps: ReviewDeps,
  job: ReviewJob,
  candidates: readonly string[],
): Promise<ReviewImage | null> {
  if (job.baseCommit === null) return null;
  return await deps.repository.withCommit(job, job.baseCommit, (files) => readFirst(files, candidates));
}

async function readFirst(files: CommitFiles, candidates: readonly string[]): Promise<ReviewImage | null> {
  for (const path of candidates) {
    const type = types[posix.extname(path).slice(1).toLowerCase()];
    if (type === undefined || !files.has(path)) continue;
    const bytes = await files.read(path, { bytesMax: imageBytesMax });
    if (Buffer.isBuffer(bytes)) return { type, bytes };
  }
  return null;
}

/** Returns the folder of the site to which the page belongs. */
function docsRootOf(from: string | undefined, baseline: EventData<"baseline"> | undefined): string {
  const others = from === undefined ? [] : (baseline?.otherSites ?? []);
  const own = others.find(({ docsRoot }) => from!.startsWith(`${docsRoot}/`));
  return (own ?? baseline?.site)?.docsRoot ?? "";
}

const staticNames = ["public", "static", "assets", "src/assets"];

/**
 * Lists where generators look: next to the page, next to the page's URL, in the docs folder and in folders of
 * static files.
 */
function candidatesFor(target: string, from: string | undefined, docsRoot: string): string[] {
  const path = target.split(/[?#]/, 1)[0]!;
  if (from === undefined) return clean([path]);
  const alias = /^(?:@site|@|~)\//.exec(path)?.[0] ?? null;
  if (path.startsWith("/") || alias !== null) {
    const bare = alias === null ? path : path.slice(alias.length - 1);
    const parent = docsRoot === "" ? "" : posix.dirname(docsRoot);
    const roots = [
      docsRoot,
      "",
      parent,
      ...staticNames.flatMap((name) => [name, posix.join(docsRoot, name), posix.join(parent, name)]),
    ];
    return clean([...roots, "docs", "docs/public", "website/static"].map((root) => posix.join(root, bare)));
  }
  const folder = posix.dirname(from);
  const ownFolder = from.replace(/\.[^./]+$/, "");
  return clean([
    posix.join(folder, path),
    posix.join(ownFolder, path),
    posix.join(posix.dirname(folder), path),
    posix.join(docsRoot, path),
  ]);
}

/** Normalizes the paths, drops those outside the repository, and removes duplicates. */
function clean(paths: readonly string[]): string[] {
  const normal = paths.map((path) => posix.normalize(path).replace(/^\/+/, ""));
  return [...new Set(normal)].filter((path) => path !== "" && path !== "." && !path.startsWith(".."));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
