import { execFileSync } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../git-fixture.ts";
import type { SceneRepository } from "./scene-repository.ts";

/** What is changed here is pushed at once, as a person does it. */
const pushChanges = (url: string) => `#!/bin/sh
[ "$1" = committed ] || exit 0
while read -r _ new ref; do
  case $ref in refs/heads/*) ;; *) continue ;; esac
  case $new in *[!0]*) echo "+$new:$ref" ;; *) echo ":$ref" ;; esac
done | sort -u | xargs -r git push --quiet ${url}
`;

/** A bare repository that is in step with a server's, in both directions. */
export interface LinkedRepository {
  /** Has what the server has at the time of asking. */
  folder(): string;
  remove(): Promise<void>;
}

export async function linkRepository(url: string, template: SceneRepository): Promise<LinkedRepository> {
  const root = await temporaryFolder();
  const folder = join(root, "docs.git");
  await cp(template.folder, folder, { recursive: true });
  await mkdir(join(folder, "hooks"), { recursive: true });
  await writeFile(join(folder, "hooks/reference-transaction"), pushChanges(url), { mode: 0o755 });
  return {
    folder() {
      const quiet = ["-C", folder, "-c", "core.hooksPath=/dev/null", "fetch", "--quiet", "--prune"];
      execFileSync("git", [...quiet, "--update-head-ok", url, "+refs/heads/*:refs/heads/*"]);
      return folder;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
