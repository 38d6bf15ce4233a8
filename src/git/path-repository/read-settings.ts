import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { gitsOwnWords } from "../programs/git-output.ts";
import { type GitOptions, type GitResult, runGit } from "../programs/run-git.ts";
import type { SystemUser } from "./choose-user.ts";
import { type GitDirectory, readRegularFile } from "./find-git-directory.ts";

const truth = /^(true|false|yes|no|on|off|0|1)?$/i;

/**
 * Settings of a repository's own configuration that take effect, with the allowed values: those that git
 * needs to read and write it as its owner wants. None names a program, a file or another repository.
 */
const carried: Readonly<Record<string, RegExp>> = {
  "core.repositoryformatversion": /^[01]$/,
  "extensions.objectformat": /^(sha1|sha256)$/,
  "extensions.refstorage": /^(files|reftable)$/,
  "core.bare": truth,
  "core.filemode": truth,
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
const settingsBytesMax = 1024 * 1024;
const readMax = 200;

/** Earlier results by the hash of the file's bytes. */
const read = new Map<string, Settings>();

type Settings = ReadonlyMap<string, string>;

/**
 * Returns the settings of a repository that take effect, as lines of a configuration file. Reads only its
 * `config`: neither included files nor `config.worktree`. Throws `repository_unreachable`.
 */
export async function readSettings(
  { path, common }: GitDirectory & { path: string },
  user: SystemUser | null,
): Promise<string[]> {
  const file = join(common, "config");
  const settings = (await readAgain(file, user)) ?? (await readByGit(path, file, user));
  return [...settings].map(([key, value]) => {
    if (!carried[key]!.test(value))
      throw unreadable(path, `its setting ${key} has a value that cannot be used`);
    const [section, name] = key.split(".");
    return `[${section}]\n\t${name} = ${value}`;
  });
}

/** Keeps only what takes effect of git's list: the rest may contain passwords. */
function carriedIn(list: Buffer): Settings {
  const settings = new Map<string, string>();
  for (const entry of list.toString("utf8").split("\0")) {
    const [key = "", ...lines] = entry.split("\n");
    if (Object.hasOwn(carried, key)) settings.set(key, lines.length === 0 ? "true" : lines.join("\n"));
  }
  return settings;
}

/**
 * Returns the result without running git if the same bytes were read before. Null for a file that only git
 * may open, and for one that it has to refuse.
 */
async function readAgain(file: string, user: SystemUser | null): Promise<Settings | null> {
  const bytes = user === null ? await readRegularFile(file, settingsBytesMax) : null;
  if (bytes === null || bytes === "too_large") return null;
  const key = createHash("sha256").update(bytes).digest("hex");
  const known = read.get(key);
  if (known !== undefined) return known;
  const result = await runList("-", { input: bytes });
  if (result.code !== 0 || result.ended !== "exit") return null;
  const [oldest] = read.keys();
  if (read.size >= readMax) read.delete(oldest!);
  const settings = carriedIn(result.stdout);
  read.set(key, settings);
  return settings;
}

async function readByGit(path: string, file: string, user: SystemUser | null): Promise<Settings> {
  const result = await runList(file, { user });
  const words = gitsOwnWords(result.stderr);
  if (/No such file/.test(words)) return new Map();
  if (result.code !== 0 || result.ended !== "exit")
    throw unreadable(path, `${file} cannot be read: ${words}`);
  return carriedIn(result.stdout);
}

async function runList(file: string, options: Pick<GitOptions, "user" | "input">): Promise<GitResult> {
  const args = ["--git-dir=/dev/null", "config", "--file", file, "--no-includes", "--null", "--list"];
  return await runGit(args, { ...options, timeoutMs: readMs, env: { GIT_CONFIG_GLOBAL: "/dev/null" } });
}

function unreadable(path: string, problem: string): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} cannot be used: ${problem}. Correct its configuration.`,
  );
}
