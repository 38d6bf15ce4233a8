import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { RequestedEdit } from "../../src/agent/apply-edits.ts";
import { applyOperations } from "../../src/agent/apply-operations.ts";
import { openDiskFiles } from "../../src/agent/open-disk-files.ts";
import { runTool } from "../../src/agent/run-tool.ts";
import { allTools } from "../../src/agent/tools/all-tools.ts";
import type { ToolContext } from "../../src/agent/tools/tool.ts";
import { createScanWorkspace, type ScanWorkspace } from "./scan-workspace.ts";

export const path = "docs/page.md";
export const cleanups: (() => Promise<unknown>)[] = [];

export interface Open {
  workspace: ScanWorkspace;
  call(name: string, input: object): ReturnType<typeof runTool>;
  bytes(): Promise<Buffer>;
}

export async function open(before: string): Promise<Open> {
  const workspace = await createScanWorkspace({ [path]: Buffer.from(before) });
  cleanups.push(() => workspace.remove());
  const context: ToolContext = { workspace, reads: new Map(), signal: new AbortController().signal };
  return {
    workspace,
    call: (name, input) => runTool(allTools, context, { id: "1", name, input }),
    bytes: () => readFile(join(workspace.directory, path)),
  };
}

/** What repeating the recorded operations makes of the page. */
export async function repeat(
  before: string,
  operations: Parameters<typeof applyOperations>[1],
): Promise<Buffer> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "copydesk-repeat-")));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "docs"));
  await writeFile(join(directory, path), before);
  await applyOperations(openDiskFiles(directory), operations);
  return await readFile(join(directory, path));
}

export function edit(old: string, added: string, all?: boolean): RequestedEdit {
  return all === undefined ? { old, new: added } : { old, new: added, all };
}

/** In every file that uses the scene, at its top. */
export function removeEditedPages(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
}
