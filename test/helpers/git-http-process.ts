import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { endWithTests } from "./end-with-tests.ts";
import { startGitHttpServer } from "./git-http-server.ts";

export interface GitHttpProcess {
  url: string;
  /** Of the process group that serves. */
  group: number;
  close(): Promise<void>;
}

/**
 * The server of `startGitHttpServer` in a process group of its own, so that its memory is not counted as
 * ours.
 */
export async function startGitHttpProcess(
  folder: string,
  { allowFilter = true }: { allowFilter?: boolean } = {},
): Promise<GitHttpProcess> {
  const args = [fileURLToPath(import.meta.url), folder, String(allowFilter)];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithTests(child, { isGroup: true });
  const url = await firstLine(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    url,
    group: child.pid!,
    async close() {
      process.kill(-child.pid!, "SIGKILL");
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    child.stdout!.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8").trim()));
    child.once("exit", (code) => reject(new Error(`the git server ended with ${code}`)));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startGitHttpServer(process.argv[2]!, { allowFilter: process.argv[3] === "true" });
  console.log(server.url);
}
