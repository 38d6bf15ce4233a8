import { assertPlainName } from "../assert-plain-name.ts";
import { deleteRefs } from "./mirror-refs.ts";

/** Every name under which a job holds a commit. */
const names = ["base", "head", "start", "old-base"];

/** Releases the commits that a job held in the mirror; does nothing if there are none. */
export async function deleteJobRefs(mirror: string, jobId: string): Promise<void> {
  assertPlainName(jobId);
  await deleteRefs(
    mirror,
    names.map((name) => `refs/jobs/${jobId}/${name}`),
  );
}
