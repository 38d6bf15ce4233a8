import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { findProgram } from "./find-program.ts";
import { runInSandbox } from "./run-in-sandbox.ts";
import type { Bubblewrap, SandboxLevel } from "./sandbox-level.ts";

const programFolders = ["/usr/local/bin", "/usr/bin", "/bin"];
const probeMs = 10_000;
const probeLimits = {
  memoryBytes: 2 ** 30,
  groupMemoryBytes: 2 ** 30,
  processes: 64,
  fileBytes: 2 ** 20,
  memoryFolderBytes: 2 ** 20,
  cpuSeconds: 10,
};
const outputCharactersMax = 2_000;

/**
 * Fails unless there is one network interface, few processes, a read-only /usr, a writable workspace and
 * the service's Node.
 */
const probeScript = `
[ "$(grep -c : /proc/net/dev)" = 1 ] || { echo "it has a network"; exit 1; }
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 9 ] || { echo "it sees other processes"; exit 1; }
if touch /usr/copydesk-probe 2>/dev/null; then echo "it can write /usr"; exit 1; fi
touch /workspace/probe || { echo "it cannot write the workspace"; exit 1; }
node --version >/dev/null || { echo "it cannot run Node"; exit 1; }
echo works`;

/**
 * Finds out by running a command whether a sandbox works here. The answer does not change while the service
 * runs, so callers may cache it. Never rejects.
 */
export async function probeSandbox(options: { programFolders?: string[] } = {}): Promise<SandboxLevel> {
  if (process.platform !== "linux") return none(`there is no bubblewrap for ${process.platform}`);
  const find = (name: string) => findProgram(options.programFolders ?? programFolders, name);
  const [bwrap, prlimit] = await Promise.all([find("bwrap"), find("prlimit")]);
  if (bwrap === null) return none("bubblewrap (bwrap) is not installed");
  const asRoot = process.getuid?.() === 0 ? await findForRoot(find) : null;
  if (typeof asRoot === "string") return none(`${asRoot} is not installed, which the user root needs`);
  const level = { kind: "bubblewrap", bwrap, prlimit, asRoot } as const;
  let problem = "";
  for (const disablesUserNamespaces of [true, false]) {
    const tried: Bubblewrap = { ...level, disablesUserNamespaces };
    problem = await tryLevel(tried);
    if (problem === "") return tried;
  }
  return none(`bubblewrap does not work: ${problem}`);
}

async function findForRoot(
  find: (name: string) => Promise<string | null>,
): Promise<NonNullable<Bubblewrap["asRoot"]> | string> {
  const [unshare, setpriv] = await Promise.all([find("unshare"), find("setpriv")]);
  if (unshare === null) return "unshare";
  return setpriv === null ? "setpriv" : { unshare, setpriv };
}

function none(reason: string): SandboxLevel {
  return { kind: "none", reason };
}

/** Returns what is wrong with the sandbox, or "". */
async function tryLevel(level: Bubblewrap): Promise<string> {
  let workspace: string | null = null;
  try {
    workspace = await mkdtemp(join(tmpdir(), "copydesk-sandbox-"));
    const sandboxed = await runInSandbox(level, {
      command: ["/bin/sh", "-c", probeScript],
      workspace,
      readOnlyPaths: [],
      environment: {},
      sockets: {},
      limits: probeLimits,
      signal: AbortSignal.timeout(probeMs),
    });
    sandboxed.stdin.end();
    const [output, errors] = await Promise.all([read(sandboxed.stdout), read(sandboxed.stderr)]);
    await sandboxed.ended;
    return output.trim() === "works" ? "" : oneLine(output + errors) || "it gave no answer";
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error));
  } finally {
    if (workspace !== null) await rm(workspace, { recursive: true, force: true });
  }
}

async function read(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8"))
    if (text.length < outputCharactersMax) text += chunk as string;
  return text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 300);
}
