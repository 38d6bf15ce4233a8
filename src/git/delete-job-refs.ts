import { assertPlainName } from "./assert-plain-name.ts";
import { gitOutput } from "./git-output.ts";

/** Every name under which a job holds a commit. */
const names = ["base", "head", "start", "old-base"];

/** Lets go of what a job held in the mirror. Nothing happens when it held nothing. */
export async function deleteJobRefs(mirror: string, jobId: string): Promise<void> {
  assertPlainName(jobId);
  const input = names.map((name) => `delete refs/jobs/${jobId}/${name}\n`).join("");
  await gitOutput([`--git-dir=${mirror}`, "update-ref", "--stdin"], { input });
}
