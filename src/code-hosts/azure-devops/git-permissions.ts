import type { AzureRepository } from "./schemas.ts";

/** Id of the security namespace "Git Repositories". */
export const gitNamespace = "2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87";

/** Permission bits of the namespace, by their names in the settings. */
export const gitPermissions = {
  Contribute: 4,
  "Create branch": 16,
  "Contribute to pull requests": 16_384,
} as const;

/** Returns the token under which a repository's permissions are stored. */
export function securityToken({ id, project }: AzureRepository): string {
  return `repoV2/${project.id}/${id}`;
}
