export interface Identified {
  id: string;
  updatedAt: string;
}

export interface Merged<T> {
  jobs: readonly T[];
  /** How many stand before what was first until now. */
  added: number;
}

/**
 * Brings a newly read first page into a list that may be many pages long: jobs that it has are replaced where they stand, new ones come first.
 * Nothing else moves. The same list is returned when nothing has changed.
 */
export function mergeJobs<T extends Identified>(list: readonly T[], fresh: readonly T[]): Merged<T> {
  const byId = new Map(fresh.map((job) => [job.id, job]));
  let isChanged = false;
  const kept = list.map((job) => {
    const read = byId.get(job.id);
    byId.delete(job.id);
    if (read === undefined || read.updatedAt <= job.updatedAt) return job;
    isChanged = true;
    return read;
  });
  const first = list[0];
  const until = first === undefined ? fresh.length : fresh.findIndex(({ id }) => id === first.id);
  // Without the first known job among them there may be others in between: the list starts anew.
  if (until === -1) return { jobs: fresh, added: 0 };
  const added = fresh.slice(0, until).filter(({ id }) => byId.has(id));
  if (added.length === 0) return { jobs: isChanged ? kept : list, added: 0 };
  return { jobs: [...added, ...kept], added: added.length };
}
