import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commitAll, git, writeFiles } from "./git-fixture.ts";
import type { ProgramSetting } from "./program-settings.ts";

/** Where a repository's owner can put settings. */
export const settingPlaces = [
  "config",
  "config of a bare repository",
  "included file",
  "config.worktree",
  "config of an alternate",
  "config behind a gitfile",
  "config of a linked worktree",
] as const;

export type SettingPlace = (typeof settingPlaces)[number];

export interface HostileRepository {
  path: string;
  /** How many things were planted. */
  attempts: number;
}

const hooks = [
  ...["pre-receive", "update", "post-receive", "post-update", "reference-transaction", "proc-receive"],
  ...[
    "push-to-checkout",
    "pre-auto-gc",
    "post-upload-pack",
    "fsmonitor-watchman",
    "post-checkout",
    "pre-push",
  ],
];

/**
 * A repository below a folder that can be fetched from and pushed to, with settings, hooks and attributes at
 * one of the places. What runs of them leaves a file in `traces`.
 */
export async function plantSettings(
  root: string,
  place: SettingPlace,
  settings: readonly ProgramSetting[],
  traces: string,
): Promise<HostileRepository> {
  const tree = join(root, "site");
  const bare = join(root, "bare.git");
  const other = join(root, "alternate.git");
  await mkdir(tree, { recursive: true });
  await chmod(root, 0o755);
  await git(tree, ["init", "--quiet", "--initial-branch=main"]);
  await writeFiles(tree, { "docs/a.md": "one\n" });
  await commitAll(tree, "first");
  await git(root, ["clone", "--quiet", "--bare", tree, bare]);
  await git(root, ["clone", "--quiet", "--bare", tree, other]);
  let gitDirectory = join(tree, ".git");
  let path = tree;
  if (place === "config of a bare repository") path = gitDirectory = bare;
  if (place === "config behind a gitfile") {
    await git(root, ["clone", "--quiet", "--separate-git-dir", join(root, "apart"), tree, "with-gitfile"]);
    path = join(root, "with-gitfile");
    gitDirectory = join(root, "apart");
  }
  if (place === "config of a linked worktree") {
    path = join(root, "linked");
    await git(tree, ["worktree", "add", "--quiet", "-b", "work", path]);
    await git(path, ["checkout", "--quiet", "--ignore-other-worktrees", "main"]);
  }
  await writeFile(join(gitDirectory, "objects/info/alternates"), `${join(other, "objects")}\n`);
  await writeFile(join(gitDirectory, "objects/info/http-alternates"), `${join(other, "objects")}\n`);
  const text = await fillIn(root, settings, traces);
  await append(
    join(gitDirectory, "config"),
    "[extensions]\n\tworktreeConfig = true\n[include]\n\tpath = none\n",
  );
  await git(path, ["config", "core.repositoryformatversion", "1"]);
  if (place === "included file") {
    await writeFile(join(root, "all.inc"), text);
    const include = `path = ${join(root, "all.inc")}\n`;
    await append(join(gitDirectory, "config"), `[include]\n\t${include}[includeIf "gitdir:/"]\n\t${include}`);
  } else if (place === "config.worktree") await writeFile(join(gitDirectory, "config.worktree"), text);
  else await append(join(place === "config of an alternate" ? other : gitDirectory, "config"), text);
  for (const directory of [gitDirectory, other]) {
    await plantHooks(join(directory, "hooks"), traces);
    await mkdir(join(directory, "info"), { recursive: true });
    await writeFile(join(directory, "info/attributes"), "* filter=evil diff=evil merge=evil\n");
  }
  return { path, attempts: settings.length + 2 * hooks.length };
}

async function append(file: string, text: string): Promise<void> {
  await writeFile(file, `${await readFile(file, "utf8")}${text}`);
}

/** The settings with commands that leave a trace under the setting's name. */
async function fillIn(root: string, settings: readonly ProgramSetting[], traces: string): Promise<string> {
  const places = { ATTRIBUTES: join(root, "attributes"), HOOKS: join(root, "own/hooks") };
  await plantHooks(places.HOOKS, traces);
  await writeFile(places.ATTRIBUTES, "* filter=evil diff=evil merge=evil\n");
  const lines: string[] = [];
  for (const [at, { documented, lines: template }] of settings.entries()) {
    const trace = join(traces, documented.replace(/[^A-Za-z.]/g, "-"));
    const script = join(root, `script-${at}`);
    const included = join(root, `included-${at}`);
    await writeFile(script, `#!/bin/sh\ntouch ${trace}\ncat\n`, { mode: 0o755 });
    await writeFile(included, `[core]\n\talternateRefsCommand = touch ${trace}\n\tfsmonitor = ${script}\n`);
    const filled = { ...places, TOUCH: `touch ${trace}`, SCRIPT: script, INCLUDED: included };
    lines.push(
      Object.entries(filled).reduce((text, [word, value]) => text.replaceAll(word, value), template),
    );
  }
  return lines.join("");
}

async function plantHooks(folder: string, traces: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const hook of hooks) {
    await writeFile(join(folder, hook), `#!/bin/sh\ntouch ${traces}/hook-${hook}\n`, { mode: 0o755 });
    await chmod(join(folder, hook), 0o755);
  }
}
