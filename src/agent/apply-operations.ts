import { AppError } from "../errors.ts";
import { runInSlices } from "../text/run-in-slices.ts";
import { replaceSliced } from "./apply-edits.ts";
import type { FileOperation } from "./types.ts";
import type { WorkingFiles } from "./working-files.ts";

/**
 * Applies recorded operations to a tree in the state in which they were recorded. Throws `internal_error` if
 * a text that an operation names is missing, and whatever the file functions throw; earlier operations have
 * been applied by then.
 */
export async function applyOperations(
  files: WorkingFiles,
  operations: readonly FileOperation[],
): Promise<void> {
  for (const operation of operations) await applyOperation(files, operation);
}

async function applyOperation(files: WorkingFiles, operation: FileOperation): Promise<void> {
  switch (operation.op) {
    case "write":
      return await files.writeText(operation.path, operation.text);
    case "move":
      return await files.moveFile(operation.from, operation.to);
    case "delete":
      return await files.deleteFile(operation.path);
    case "replace": {
      const text = await files.readText(operation.path);
      assertPresent(text, operation);
      const replaced = await runInSlices(replaceSliced(text, operation.edits));
      return await files.writeText(operation.path, replaced);
    }
  }
}

function assertPresent(text: string, { path, edits }: Extract<FileOperation, { op: "replace" }>): void {
  let next = 0;
  for (const { at, old } of edits) {
    if (at < next || !text.startsWith(old, at)) {
      throw new AppError("internal_error", `${path} is not as it was when this change was recorded`, {
        details: { path, at },
      });
    }
    next = at + old.length;
  }
}
