import { assertPlainName } from "./assert-plain-name.ts";
import { deleteRefs } from "./mirror/mirror-refs.ts";

/** Every name under which a job holds a commit. */
const names = ["base", "head", "start", "old-base"];

/** Lets go of what a job held in the mirror. Nothing happens when it held nothing. */
export async function deleteJobRefs(mirror: string, jobId: string): Promise<void> {
  assertPlainName(jobId);
  await deleteRefs(
    mirror,
    names.map((name) => `refs/jobs/${jobId}/${name}`),
  );
}
