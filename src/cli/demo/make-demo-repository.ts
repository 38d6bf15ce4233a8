import { existsSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { gitOutput } from "../../git/programs/git-output.ts";

const siteFolder = join(import.meta.dirname, "../../../examples/docs-site");

const author = {
  GIT_AUTHOR_NAME: "Copydesk demo",
  GIT_AUTHOR_EMAIL: "demo@localhost",
  GIT_COMMITTER_NAME: "Copydesk demo",
  GIT_COMMITTER_EMAIL: "demo@localhost",
};

/** Creates a bare git repository of the example site at `path`, all or nothing; an existing one is reused. */
export async function makeDemoRepository(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  const draft = await mkdtemp(join(dirname(path), "repository-"));
  try {
    await cp(siteFolder, draft, { recursive: true });
    await gitOutput(["init", "--quiet", "--initial-branch=main", draft]);
    const inDraft = [`--git-dir=${join(draft, ".git")}`, `--work-tree=${draft}`];
    await gitOutput([...inDraft, "add", "--all"]);
    await gitOutput([...inDraft, "commit", "--quiet", "--message=Add the documentation"], { env: author });
    // Bare, because a branch that is checked out cannot be merged into.
    await gitOutput([inDraft[0]!, "config", "core.bare", "true"]);
    await rename(join(draft, ".git"), path);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
