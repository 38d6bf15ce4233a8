import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWorkspace, type Workspace } from "../src/git/checkout/create-workspace.ts";
import { workspaceArguments } from "../src/git/checkout/workspace-arguments.ts";
import { fetchBase } from "../src/git/fetch/fetch-base.ts";
import { gitOutput } from "../src/git/programs/git-output.ts";
import { findRemoteBranch } from "../src/git/remote/find-remote-branch.ts";
import { openRemote, type RemoteOptions } from "../src/git/remote/open-remote.ts";
import { parseRepository } from "../src/git/remote/parse-repository.ts";
import { pushBranch } from "../src/git/remote/push-branch.ts";
import { holdStarter } from "../src/processes/start-program.ts";
import { commitWorkspace } from "../test/helpers/checkout/commit-workspace.ts";
import { treeHash } from "../test/helpers/checkout/write-tree.ts";
import { git, writeFiles } from "../test/helpers/git-fixture.ts";
import { startGitHttpProcess } from "../test/helpers/git-http-process.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

/** Rounds of each kind, alternating. */
const rounds = Number(process.argv[2] ?? 30);
interface Prepared {
  name: string;
  options: RemoteOptions;
  workspace: Workspace;
  commits: string[];
}

type Way = (prepared: Prepared, at: number, url: string) => Promise<unknown>;

const ways: Record<string, Way> = {
  "git ls-remote": async (_, __, url) => {
    await gitOutput(["--git-dir=/dev/null", "ls-remote", "--symref", url, "HEAD"], allowed);
  },
  "refs asked for in process": async ({ options }) => {
    await findRemoteBranch(options, await openRemote(options), null);
  },
  "git push": async ({ name, workspace, commits }, at, url) => {
    const refspec = `${commits[at]}:refs/heads/copydesk/${name}/git-${at}`;
    await gitOutput([...workspaceArguments(workspace), "push", "--porcelain", url, refspec], allowed);
  },
  "pushed in process": async ({ name, options, workspace, commits }, at) => {
    await pushBranch({ ...options, workspace, commit: commits[at]!, branch: `copydesk/${name}/own-${at}` });
  },
};
const allowed = { env: { GIT_ALLOW_PROTOCOL: "file:http" } };

// Programs are started in the same way as in a service.
const starter = holdStarter();
const root = await mkdtemp(join(tmpdir(), "copydesk-bench-push-"));
try {
  console.log(`${describeMachine()}\n`);
  await makeSite();
  const server = await startGitHttpProcess(root);
  for (const [kind, url] of [
    ["path", join(root, "site.git")],
    ["HTTP", `${server.url}/site.git`],
  ] as const)
    await measure(kind, url);
  await server.close();
} finally {
  starter.release();
  await rm(root, { recursive: true, force: true });
}

async function makeSite(): Promise<void> {
  const path = join(root, "site");
  await git("/", ["init", "--quiet", "--initial-branch=main", path]);
  await writeFiles(path, makePages(1_500));
  await git(path, ["add", "--all"]);
  await git(path, ["commit", "--quiet", "-m", "pages"]);
  await git("/", ["clone", "--quiet", "--bare", path, join(root, "site.git")]);
}

async function prepare(kind: string, url: string): Promise<Prepared> {
  const options = { repository: parseRepository(url), allowPrivateAddresses: true };
  const base = await fetchBase({ ...options, mirrorsFolder: join(root, "m"), ref: null, jobId: kind });
  const { mirror, baseCommit: commit } = base;
  const workspace = await createWorkspace({ workspacesFolder: root, name: kind, mirror, commit });
  const author = { name: "Copydesk", email: "copydesk@localhost" };
  const commits: string[] = [];
  for (let at = 0; at < 2 * rounds; at += 1) {
    await writeFile(join(workspace.directory, "docs/page-7.md"), `changed ${kind} ${at}\n`);
    const tree = await treeHash(workspace, ["docs/page-7.md"]);
    commits.push(await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) }));
  }
  return { name: kind, options, workspace, commits };
}

async function measure(kind: string, url: string): Promise<void> {
  const prepared = await prepare(kind, url);
  const seen = new Map(
    Object.keys(ways).map((name) => [name, { wall: [] as number[], ownMs: 0, childrenMs: 0 }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const figures = seen.get(name)!;
      const { children } = cpuSecondsOf(process.pid);
      const own = process.cpuUsage();
      const begin = performance.now();
      await way(prepared, name === "git push" ? 2 * round : 2 * round + 1, url);
      figures.wall.push(performance.now() - begin);
      const { user, system } = process.cpuUsage(own);
      figures.ownMs += (user + system) / 1_000;
      figures.childrenMs += (cpuSecondsOf(process.pid).children - children) * 1_000;
    }
  }
  printTable(
    [kind, "wall ms, median", "own CPU ms", "CPU ms of programs"],
    [...seen].map(([name, { wall, ownMs, childrenMs }]) => [
      name,
      quantile(wall, 0.5),
      ownMs / rounds,
      childrenMs / rounds,
    ]),
  );
}
