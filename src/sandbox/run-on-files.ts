import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { runInSandbox } from "./run-in-sandbox.ts";
import type { SandboxLevel } from "./sandbox-level.ts";
import type { SandboxLimits } from "./sandbox-run.ts";

interface RunOnFiles {
  /** Absolute path of a program on the host, and its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** Path in the workspace → contents; the workspace contains nothing else. */
  files: ReadonlyMap<string, Buffer>;
  /** Folder in which the workspace is created. */
  temporaryFolder: string;
  limits: SandboxLimits;
  /** Limit for standard output; the rest is dropped. */
  outputBytesMax: number;
  signal: AbortSignal;
}

interface FilesOutput {
  /** Null after a kill. */
  code: number | null;
  stdout: string;
  stderr: string;
}

const errorBytesMax = 64 * 1024;

/**
 * Runs a program of the host in the sandbox on copies of files, and returns its output. An abort kills it.
 * Throws what `runInSandbox` throws.
 */
export async function runOnFiles(sandbox: SandboxLevel, run: RunOnFiles): Promise<FilesOutput> {
  const [program] = run.command;
  const workspace = await mkdtemp(join(run.temporaryFolder, "copydesk-files-"));
  try {
    for (const [path, bytes] of run.files) {
      const file = join(workspace, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    const process = await runInSandbox(sandbox, {
      ...{ command: run.command, workspace, limits: run.limits, signal: run.signal },
      // The sandbox already has the system's own programs.
      readOnlyPaths: program.startsWith("/usr/") ? [] : [program],
      ...{ environment: {}, sockets: {} },
    });
    process.stdin.end();
    const [stdout, stderr] = await Promise.all([
      readSome(process.stdout, run.outputBytesMax),
      readSome(process.stderr, errorBytesMax),
    ]);
    const { code } = await process.ended;
    return { code, stdout, stderr };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function readSome(stream: Readable, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < bytesMax) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString("utf8");
}
