import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, afterEach } from "vitest";
import { openDiskFiles } from "../../src/agent/open-disk-files.ts";
import { runAgent } from "../../src/agent/run-agent.ts";
import type { AgentEvent, AgentOutcome, AgentWorkspace } from "../../src/agent/types.ts";
import { createSiteChecker } from "../../src/checks/processes/create-site-checker.ts";
import { createChoresModel } from "../../src/chores/create-chores-model.ts";
import { plainRun } from "./agent-run.ts";
import { commitFolder, openCheckedFolder } from "./open-checked-folder.ts";

const siteChecker = createSiteChecker();
const folders: string[] = [];

/** For the top of a test file. */
export function useRealTools(): void {
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => siteChecker.close());
}

interface ChoreResult {
  outcome: AgentOutcome;
  events: AgentEvent[];
  files: Record<string, string>;
  newFindings: string[];
}

/** The chore through the real loop, tools and checks on a folder. */
export async function runChore(files: Record<string, string>, prompt: string): Promise<ChoreResult> {
  const directory = await mkdtemp(join(tmpdir(), "chores-"));
  folders.push(directory);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const signal = new AbortController().signal;
  const { workspace, check } = await openWorkspace(directory, files);
  const events: AgentEvent[] = [];
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: createChoresModel(),
    prompt,
    instructions: "Replace “x” with “y”.",
    siteSummary: "A site.",
    budget: { maxSteps: 50, maxTokens: null, maxCostUsd: null },
    signal,
    emit: async (event) => void events.push(event),
  });
  const outcome = await agent.start();
  const newFindings = (await check()).new.map(({ rule, path, line }) => `${rule} ${path}:${line}`);
  return { outcome, events, files: await readFolder(directory), newFindings };
}

async function openWorkspace(directory: string, files: Record<string, string>) {
  const committed = await commitFolder(directory);
  folders.push(committed.gitDirectory);
  const site = await openCheckedFolder(siteChecker, directory, committed);
  const changed = new Set<string>();
  const released = new Set<string>();
  const check = () =>
    site.check({
      released,
      changedPaths: [...changed],
      newPaths: [],
      renames: new Map(),
      baseCommit: committed.commit,
      readBase: async (path) => (path in files ? Buffer.from(files[path]!) : null),
    });
  const workspace: AgentWorkspace = {
    ...openDiskFiles(directory),
    refuseWrite: (path) => (path.startsWith(".github/") ? `protected path ${path}` : null),
    async search({ pattern }) {
      const texts = Object.entries(await readFolder(directory));
      return texts.flatMap(([path, text]) =>
        text
          .split("\n")
          .flatMap((line, index) => (line.includes(pattern) ? [{ path, line: index + 1, text: line }] : [])),
      );
    },
    check,
    planMove: (from, to, signal) => site.planMove(from, to, signal),
    planDelete: (path, signal) => site.planDelete(path, signal),
    parsePage: siteChecker.parsePage,
    async noteChanges(paths) {
      for (const path of paths) changed.add(path);
      // Only tools of the agent work here, so that whatever goes was looked at.
      for (const path of paths) released.add(path);
      site.noteChanges(paths);
    },
    treeHash: async () => "tree",
  };
  return { workspace, check };
}

async function readFolder(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(directory, path), "utf8")])),
  );
}

export function summaryOf({ outcome }: ChoreResult): string {
  if (outcome.kind !== "finished") throw new Error(JSON.stringify(outcome));
  return outcome.summary;
}

/** A site of no known generator: where its links lead is not known. */
export const unknownSite = {
  "app/start.mdx": "# Start\n\n[set up](/docs/setup#key), [gone](/docs/gone), [up](../setup), ![x](/x.png)\n",
  "app/setup/page.mdx": "# Set up\n\n## The key {/*key*/}\n\n[start](../start.mdx)\n",
  "docs/setup.md": "# Older\n",
};
