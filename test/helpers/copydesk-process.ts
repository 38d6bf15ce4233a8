import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bareEnvironment } from "./bare-environment.ts";
import { endWithTests } from "./end-with-tests.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

export interface CopydeskProcess {
  /** Address of the API; empty for a worker. */
  url: string;
  child: ChildProcess;
  /** Everything on standard error so far. */
  log(): string;
  /** Sends the signal and waits for the end; the exit code, or null when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `copydesk serve` as a process of its own on a free port, and waits until it says that it is ready.
 */
export async function startCopydesk(options: {
  role?: "all" | "api" | "worker";
  environment: Record<string, string>;
  /** Of another version; this one's when not given. */
  entry?: string;
  /** What the program is started with, such as `ip netns exec …`. */
  prefix?: readonly string[];
}): Promise<CopydeskProcess> {
  const role = options.role ?? "all";
  const serve = [process.execPath, options.entry ?? main, "serve", "--port", "0", "--role", role];
  const [program, ...rest] = [...(options.prefix ?? []), ...serve] as [string, ...string[]];
  const child = spawn(program, rest, {
    env: { ...bareEnvironment(), ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithTests(child);
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exited = once(child, "exit");
  const ready = await readyLine(child, () => log);
  return {
    url: /http:\S+/.exec(ready)?.[0] ?? "",
    child,
    log: () => log,
    async end(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

async function readyLine(child: ChildProcess, log: () => string): Promise<string> {
  let output = "";
  return await new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("\n")) resolve(output);
    });
    child.once("exit", (code) =>
      reject(new Error(`copydesk ended with ${code} before it was ready:\n${log()}`)),
    );
  });
}
