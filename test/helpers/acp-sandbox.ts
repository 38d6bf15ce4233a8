import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeSandbox } from "../../src/sandbox/probe-sandbox.ts";
import { runInSandbox } from "../../src/sandbox/run-in-sandbox.ts";
import type { SandboxLevel } from "../../src/sandbox/sandbox-level.ts";
import type { SandboxRun } from "../../src/sandbox/sandbox-run.ts";
import { onlyInTestAll, skipUnless } from "./skip-unless.ts";

export interface TestSandbox {
  sandbox: SandboxLevel;
  /** Options for `describe`: whether commands can be tried in it. */
  inSandbox: ReturnType<typeof skipUnless>;
}

export async function probeForTests(): Promise<TestSandbox> {
  const sandbox = await probeSandbox();
  const reason = sandbox.kind === "none" ? sandbox.reason : "";
  return {
    sandbox,
    inSandbox: { ...skipUnless(reason === "", `no sandbox: ${reason}`), ...onlyInTestAll("the sandbox") },
  };
}

export const testLimits = {
  memoryBytes: 2 ** 32,
  groupMemoryBytes: 2 ** 32,
  processes: 128,
  fileBytes: 2 ** 26,
  memoryFolderBytes: 2 ** 26,
  cpuSeconds: 60,
};

export interface Place {
  root: string;
  workspace: string;
  remove(): Promise<void>;
}

/** A workspace in a folder that only the user of the tests can enter, as the service's data folder is. */
export async function makePlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), "copydesk-acp-"));
  const workspace = join(root, "workspace");
  await mkdir(workspace);
  return { root, workspace, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Runs a shell script in the sandbox to its end. */
export async function runScript(
  sandbox: SandboxLevel,
  workspace: string,
  script: string,
  run: Partial<SandboxRun> = {},
): Promise<{ code: number | null; output: string; isOverMemory: boolean }> {
  const sandboxed = await runInSandbox(sandbox, {
    command: ["/bin/sh", "-c", `exec 2>&1\n${script}`],
    workspace,
    readOnlyPaths: [],
    environment: {},
    sockets: {},
    limits: testLimits,
    signal: new AbortController().signal,
    ...run,
  });
  sandboxed.stdin.end();
  let output = "";
  for await (const chunk of sandboxed.stdout.setEncoding("utf8")) output += chunk as string;
  let errors = "";
  for await (const chunk of sandboxed.stderr.setEncoding("utf8")) errors += chunk as string;
  return { ...(await sandboxed.ended), output: output + errors };
}

/** The host processes that have the text in their command line, other than this one. */
export async function findProcesses(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
}
