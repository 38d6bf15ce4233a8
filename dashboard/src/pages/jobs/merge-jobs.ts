export interface Listed {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** A list of jobs, newest first, as far as it has been loaded. */
export interface JobList<T> {
  jobs: readonly T[];
  /** Start of the next page; null if the list is complete. */
  cursor: string | null;
}

export interface Page<T> {
  data: readonly T[];
  nextCursor: string | null;
}

/**
 * Merges a reloaded first page into a list that may be many pages long. The page replaces the part that it
 * covers; older jobs stay. Returns the same list if nothing has changed.
 */
export function mergeFirstPage<T extends Listed>(list: JobList<T>, page: Page<T>): JobList<T> {
  const known = new Map(list.jobs.map((job) => [job.id, job]));
  const fresh = page.data.map((job) => {
    const before = known.get(job.id);
    return before !== undefined && before.updatedAt >= job.updatedAt ? before : job;
  });
  // Without a known job among them, others may lie in between: the list is replaced.
  const overlaps = page.data.some(({ id }) => known.has(id));
  if (!overlaps || page.nextCursor === null) return keepSame(list, fresh, page.nextCursor);
  const ids = new Set(page.data.map(({ id }) => id));
  const oldest = page.data.at(-1)!.createdAt;
  const older = list.jobs.filter(({ id, createdAt }) => !ids.has(id) && createdAt <= oldest);
  return keepSame(list, [...fresh, ...older], older.length > 0 ? list.cursor : page.nextCursor);
}

/** Appends the next page. */
export function appendPage<T extends Listed>(list: JobList<T>, page: Page<T>): JobList<T> {
  const ids = new Set(list.jobs.map(({ id }) => id));
  return {
    jobs: [...list.jobs, ...page.data.filter(({ id }) => !ids.has(id))],
    cursor: page.nextCursor,
  };
}

/** Replaces jobs by their reloaded versions. */
export function replaceJobs<T extends Listed>(
  list: JobList<T>,
  read: readonly (Partial<T> & Listed)[],
): JobList<T> {
  const byId = new Map(read.map((job) => [job.id, job]));
  const jobs = list.jobs.map((job) => {
    const fresh = byId.get(job.id);
    return fresh !== undefined && fresh.updatedAt > job.updatedAt ? { ...job, ...fresh } : job;
  });
  return keepSame(list, jobs, list.cursor);
}

/** Returns the number of jobs before the one that was first. */
export function countAdded(before: readonly Listed[], after: readonly Listed[]): number {
  const first = before[0];
  return first === undefined
    ? 0
    : Math.max(
        0,
        after.findIndex(({ id }) => id === first.id),
      );
}

function keepSame<T>(list: JobList<T>, jobs: readonly T[], cursor: string | null): JobList<T> {
  const isSame =
    list.cursor === cursor &&
    list.jobs.length === jobs.length &&
    jobs.every((job, index) => job === list.jobs[index]);
  return isSame ? list : { jobs, cursor };
}
