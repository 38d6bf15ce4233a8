import { assertPlainName } from "./assert-plain-name.ts";
import { gitOutput } from "./git-output.ts";

/** Lets go of what a job held in the mirror. Nothing happens when it held nothing. */
export async function deleteJobRefs(mirror: string, jobId: string): Promise<void> {
  assertPlainName(jobId);
  await gitOutput([`--git-dir=${mirror}`, "update-ref", "-d", `refs/jobs/${jobId}/base`]);
}
