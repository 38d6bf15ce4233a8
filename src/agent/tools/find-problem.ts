import { oneLine } from "./cut-text.ts";
import type { ToolContext } from "./tool.ts";

/**
 * Why a page that was just written is not valid, or null. Never throws, except for an abort: the file is
 * written already and its change has to be recorded.
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
