import { chmod, chown, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trustedConfigFile } from "../programs/git-environment.ts";
import { withLentFolder, withSecretFolder } from "../remote/with-secret-folder.ts";
import type { RemoteService } from "../wire/conversation.ts";
import { assertWritable, type PathRepository } from "./open-path.ts";

const ownSettings = `[core]
	alternateRefsCommand = true
[uploadpack]
	allowFilter = true
[receive]
	autogc = false
	updateServerInfo = false
[user]
	name = Copydesk
	email = copydesk@localhost
`;

/** Linked if the repository has them. packed-refs always is, even if missing: deleting a ref locks it. */
const linked = ["objects", "refs", "logs", "shallow", "worktrees", "reftable"];

/**
 * Lends a git directory of Copydesk's own with the objects and refs of a repository of this machine, in
 * which its owner may run a service for a fetch or a push. git never reads the repository's own
 * configuration, hooks or attributes, and asks nothing of the repositories whose objects it borrows, so
 * nothing in them can name a program, even if they are changed meanwhile. Throws `repository_unreachable`
 * if the owner may not write what is pushed.
 */
export async function withStandInFolder<T>(
  repository: PathRepository,
  service: RemoteService,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (service === "receive-pack") await assertWritable(repository);
  const withFolder = repository.user === null ? withSecretFolder : withLentFolder;
  return await withFolder(async (folder) => {
    const directory = join(folder, "git");
    await mkdir(directory, { mode: 0o700 });
    await layOut(repository, service, directory);
    const { user } = repository;
    if (user !== null) {
      await chmod(folder, 0o711);
      for (const name of ["config", "HEAD", "."]) await chown(join(directory, name), user.uid, user.gid);
    }
    return await use(directory);
  });
}

/** Like `withStandInFolder`, as a command for git's shell, which serves a fetch. */
export async function withStandIn<T>(
  repository: PathRepository,
  use: (command: string) => Promise<T>,
): Promise<T> {
  return await withStandInFolder(repository, "upload-pack", (folder) =>
    use(serveCommand(repository, folder)),
  );
}

/** Lays out a new git directory around the objects and refs of a repository. */
export async function layOut(
  repository: PathRepository,
  service: RemoteService,
  directory: string,
): Promise<void> {
  const { git, head, mainHead, settings } = repository;
  const trusted = await readFile(trustedConfigFile, "utf8");
  const checkedOut = `[receive]\n\tdenyCurrentBranch = ${repository.isMoved ? "ignore" : "refuse"}\n`;
  await writeFile(join(directory, "config"), `${settings.join("\n")}\n${trusted}${ownSettings}${checkedOut}`);
  // The HEAD beside the refs tells whether a branch is checked out in the main working tree.
  await writeFile(join(directory, "HEAD"), `${service === "receive-pack" ? mainHead : head}\n`);
  await symlink(join(git.common, "packed-refs"), join(directory, "packed-refs"));
  for (const name of linked) {
    const place = join(git.common, name);
    if ((await lstat(place).catch(() => null)) !== null) await symlink(place, join(directory, name));
  }
}

/** Returns the command. git appends the path that it was given, which the function ignores. */
function serveCommand({ user }: PathRepository, directory: string): string {
  const environment = "GIT_CONFIG_GLOBAL=/dev/null GIT_ALLOW_PROTOCOL=none";
  const become =
    user === null ? "" : `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups --no-new-privs `;
  const quoted = `'${directory.replaceAll("'", "'\\''")}'`;
  return `serve() { ${environment} exec ${become}git upload-pack ${quoted}; }; serve`;
}
