import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { assertJobId, type JobAddress } from "../jobs/get-job.ts";
import type { JobVersions } from "../jobs/load-job-version.ts";
import type { JobRecord } from "../jobs/record.ts";
import { toRecord } from "../jobs/to-record.ts";
import { jobMissing } from "../jobs/use-errors.ts";

const cachedBytesMax = 32 * 1024 * 1024;
/** Approximate size of an entry without its body. */
const entryBytes = 500;

/** A record as it is sent. */
export interface Representation {
  body: string;
  /** Size of the body. */
  bytes: number;
  etag: string;
}

export interface Kept extends Representation {
  projectId: string;
  version: string;
}

export interface JobRepresentations {
  /** Returns the current job. Throws `job_not_found`, also for a job of another project. */
  get(address: JobAddress): Promise<Representation>;
  /** Returns those of the jobs that are cached and still current, by their ids. */
  listCurrent(jobIds: readonly string[]): Promise<Map<string, Kept>>;
}

/**
 * Caches the bodies sent for jobs by row version: a job that has not changed is neither loaded nor serialized
 * again.
 */
export function createJobRepresentations(versions: JobVersions): JobRepresentations {
  const kept = new LRUCache<string, Kept>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ body }) => body.length * 2 + entryBytes,
  });
  return {
    async get({ projectId, jobId }) {
      assertJobId(jobId);
      const known = kept.get(jobId);
      const found = await versions.load({ jobId, known: known?.version ?? null });
      if (found === undefined) throw jobMissing();
      const { version, row } = found;
      const current =
        row === null ? known! : { projectId: row.project_id, version, ...represent(toRecord(row)) };
      if (current !== known) kept.set(jobId, current);
      if (current.projectId !== projectId) throw jobMissing();
      return current;
    },
    async listCurrent(jobIds) {
      const current = new Map<string, Kept>();
      const known = jobIds.filter((jobId) => kept.has(jobId));
      if (known.length === 0) return current;
      for (const [jobId, version] of await versions.list(known)) {
        const job = kept.get(jobId);
        if (job?.version === version) current.set(jobId, job);
      }
      return current;
    },
  };
}

export function represent(record: JobRecord): Representation {
  const body = JSON.stringify(record);
  const etag = `"${createHash("md5").update(body).digest("base64url")}"`;
  return { body, bytes: Buffer.byteLength(body), etag };
}
