import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { policyBytesMax, policyPath } from "../policy/policy-schema.ts";
import { type ReadPolicy, readPolicy } from "../policy/read-policy.ts";

/** Reads the policy at the top of a working tree; null if there is none. */
export async function readFolderPolicy(root: string): Promise<ReadPolicy | null> {
  const problem = (message: string) => ({ problems: [{ line: 1, column: 1, message }] });
  const entry = await lstat(join(root, policyPath)).catch(() => null);
  if (entry === null) {
    const other = await lstat(join(root, ".copydesk.yaml")).catch(() => null);
    return other === null ? null : problem(`.copydesk.yaml is not read: its name has to be ${policyPath}`);
  }
  if (!entry.isFile()) return problem("it has to be a file, not a link or a folder");
  if (entry.size > policyBytesMax) return problem(`the file is larger than ${policyBytesMax} bytes`);
  return readPolicy(await readFile(join(root, policyPath), "utf8"));
}
