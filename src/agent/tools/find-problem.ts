import { oneLine } from "./cut-text.ts";
import type { ToolContext } from "./tool.ts";

/**
 * Returns why a newly written page is invalid, or null. Throws only for an abort, because the file is already
 * written and its change has to be recorded.
 */
export async function findProblem(
  { workspace, signal }: ToolContext,
  path: string,
  text: string,
): Promise<string | null> {
  try {
    return await workspace.parsePage(path, text, signal);
  } catch (error) {
    signal.throwIfAborted();
    return `the page could not be checked: ${oneLine(error instanceof Error ? error.message : String(error))}`;
  }
}
