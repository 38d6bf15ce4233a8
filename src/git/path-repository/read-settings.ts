import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { gitsOwnWords } from "../git-output.ts";
import { runGit } from "../run-git.ts";
import type { SystemUser } from "./choose-user.ts";
import type { GitDirectory } from "./find-git-directory.ts";

const truth = /^(true|false|yes|no|on|off|0|1)?$/i;

/**
 * What of a repository's own configuration takes effect: what git needs to read it and write it as its owner wants, each with the
 * values that it may have. None of them names a program, a file or another repository.
 */
const carried: Readonly<Record<string, RegExp>> = {
  "core.repositoryformatversion": /^[01]$/,
  "extensions.objectformat": /^(sha1|sha256)$/,
  "extensions.refstorage": /^(files|reftable)$/,
  "core.bare": truth,
  "core.ignorecase": truth,
  "core.precomposeunicode": truth,
  "core.logallrefupdates": /^(always|true|false|yes|no|on|off|0|1)?$/i,
  "core.sharedrepository": /^(umask|group|all|world|everybody|true|false|[0-7]{1,4})?$/i,
  "receive.denydeletes": truth,
  "receive.denynonfastforwards": truth,
  "receive.fsckobjects": truth,
  "transfer.fsckobjects": truth,
};

const readMs = 10_000;

/**
 * The settings of a repository that take effect, as lines of a configuration file. Read from its `config` alone: not from what that
 * includes, and not from `config.worktree`. Throws `repository_unreachable`.
 */
export async function readSettings(
  { path, common }: GitDirectory & { path: string },
  user: SystemUser | null,
): Promise<string[]> {
  const file = join(common, "config");
  const args = ["--git-dir=/dev/null", "config", "--file", file, "--no-includes", "--null", "--list"];
  const result = await runGit(args, { timeoutMs: readMs, user, env: { GIT_CONFIG_GLOBAL: "/dev/null" } });
  const words = gitsOwnWords(result.stderr);
  if (/No such file/.test(words)) return [];
  if (result.code !== 0 || result.ended !== "exit")
    throw unreadable(path, `${file} cannot be read: ${words}`);
  const settings = new Map<string, string>();
  for (const entry of result.stdout.toString("utf8").split("\0")) {
    const [key = "", ...lines] = entry.split("\n");
    const value = lines.length === 0 ? "true" : lines.join("\n");
    const allowed = carried[key];
    if (allowed === undefined) continue;
    if (!allowed.test(value)) throw unreadable(path, `its setting ${key} has a value that cannot be used`);
    settings.set(key, value);
  }
  return [...settings].map(([key, value]) => {
    const [section, name] = key.split(".");
    return `[${section}]\n\t${name} = ${value}`;
  });
}

function unreadable(path: string, problem: string): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} cannot be used: ${problem}. Correct its configuration.`,
  );
}
