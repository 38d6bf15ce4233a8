import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithTests } from "../helpers/end-with-tests.ts";

export interface ShellSession {
  /**
   * Runs commands in the folder and with the variables that the ones before have left. Throws when one fails.
   */
  run(commands: string, options?: { keepsRunning?: RegExp }): Promise<string>;
  /** Everything that was printed so far. */
  printed(): string;
  folder(): string;
  /** Ends the last of those commands that keep running and contain the text. */
  stopOne(text: string): Promise<void>;
  /** Ends what keeps running. */
  stop(): Promise<void>;
}

interface Run {
  commands: string;
  shell: ChildProcess;
  outputFile: string;
}

/** A terminal: what is exported and the current folder last from one call to the next. */
export function openShell(
  place: string,
  start: { folder: string; env: Record<string, string> },
): ShellSession {
  let { folder, env } = start;
  const runs: Run[] = [];
  const printed = () => runs.map(({ outputFile }) => readFileSync(outputFile, "utf8")).join("");

  async function run(commands: string, { keepsRunning }: { keepsRunning?: RegExp } = {}): Promise<string> {
    const state = await mkdtemp(join(place, "run-"));
    const outputFile = join(state, "output");
    const text = keepsRunning === undefined ? commands : `${commands.trimEnd()} &\n`;
    const script = `set -eu\n${text}\nenv -0 > '${state}/env'\npwd > '${state}/folder'\ntouch '${state}/done'\nwait\n`;
    const output = openSync(outputFile, "a");
    // A file takes the output: a pipe would stay open as long as what keeps running.
    const shell = spawn("bash", ["-c", script], {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    endWithTests(shell, { isGroup: true });
    runs.push({ commands, shell, outputFile });
    const read = () => readFileSync(outputFile, "utf8");
    const isDone = () => existsSync(join(state, "done")) && (keepsRunning?.test(read()) ?? true);
    while (!isDone()) {
      if (!isRunning(shell) && !isDone())
        throw new Error(`${commands}\nended with ${shell.exitCode}:\n${read()}`);
      await sleep(50);
    }
    const left = readFileSync(join(state, "env"), "utf8").split("\0").filter(Boolean);
    env = Object.fromEntries(
      left.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
    folder = readFileSync(join(state, "folder"), "utf8").trim();
    return read();
  }

  return {
    run,
    printed,
    folder: () => folder,
    async stopOne(text) {
      const last = runs.findLast(({ commands, shell }) => commands.includes(text) && isRunning(shell));
      if (last === undefined) throw new Error(`nothing runs that ${text} has started`);
      await endGroup(last);
    },
    stop: async () => void (await Promise.all(runs.map(endGroup))),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function endGroup({ shell }: Run): Promise<void> {
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      process.kill(-shell.pid!, name);
      return true;
    } catch {
      return false;
    }
  };
  for (let waited = 0; signal(waited === 0 ? "SIGTERM" : 0); waited += 100) {
    if (waited > 30_000) signal("SIGKILL");
    await sleep(100);
  }
}
