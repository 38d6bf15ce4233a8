import { AppError, isAppError } from "../errors.ts";
import { type ExplainedIssue, parseExplained } from "../schemas/parse-explained.ts";
import type { ModelToolCall } from "./ask-model.ts";
import { cutToBytes, oneLine, resultBytesMax } from "./tools/cut-text.ts";
import { type AgentTool, refused, type ToolContext, type ToolResult } from "./tools/tool.ts";

/**
 * Runs one call by the model. Unknown tools, invalid arguments and errors of tools become answers. Throws
 * only the reason of an abort and `workspace_disk_full`, which no model can fix.
 */
export async function runTool(
  tools: readonly AgentTool[],
  context: ToolContext,
  call: ModelToolCall,
): Promise<ToolResult> {
  context.signal.throwIfAborted();
  const offered = tools.filter(({ needsSources }) => !needsSources || hasSources(context));
  const tool = offered.find(({ name }) => name === call.name);
  if (tool === undefined)
    return refuse(`there is no tool ${JSON.stringify(call.name)}; use ${names(offered)}`);
  if (typeof call.input !== "object" || call.input === null) {
    return refuse(`the arguments of ${tool.name} must be one JSON object`);
  }
  // A write that names a source must not end up in the repository instead.
  if ("source" in call.input && call.input.source !== null && !tool.readsSources)
    return refuse(`${tool.name} takes no source: sources are read, and nothing is written there`);
  if (!isStorable(call.input)) return refuse("the arguments contain a NUL character or half of a character");
  const parsed = parseExplained(tool.schema, withoutNulls(call.input));
  if ("issues" in parsed) return refuse(`bad arguments for ${tool.name}: ${describeIssues(parsed.issues)}`);
  try {
    return await tool.run(context, parsed.data);
  } catch (error) {
    context.signal.throwIfAborted();
    if (isDiskFull(error))
      throw new AppError("workspace_disk_full", "The disk of the workspace is full", { cause: error });
    return refuse(isAppError(error) ? `${error.code}: ${error.message}` : describeUnexpected(error));
  }
}

function hasSources({ workspace }: ToolContext): boolean {
  return (workspace.sources?.size ?? 0) > 0;
}

function refuse(reason: string): ToolResult {
  return refused(cutToBytes(reason, resultBytesMax - "error: ".length));
}

function names(tools: readonly AgentTool[]): string {
  return tools.map(({ name }) => name).join(", ");
}

/** Models often write null for an omitted argument. */
function withoutNulls(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** The database would alter such texts, and the recorded change would differ from the actual one. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isStorable);
}

function describeIssues(issues: readonly ExplainedIssue[]): string {
  return issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`).join("; ");
}

function describeUnexpected(error: unknown): string {
  return `the tool failed: ${oneLine(error instanceof Error ? error.message : String(error))}`;
}

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "ENOSPC" || code === "EDQUOT";
}
