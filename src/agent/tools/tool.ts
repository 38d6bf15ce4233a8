import type { z } from "zod";
import type { FileReads } from "../file-reads.ts";
import type { AgentWorkspace, FileOperation } from "../types.ts";
import type { ToolData } from "./tool-data.ts";

export interface ToolContext {
  workspace: AgentWorkspace;
  /** The prompt, which may be cited. */
  prompt?: string;
  reads: FileReads;
  signal: AbortSignal;
}

export interface ToolResult {
  ok: boolean;
  /** Text for the model, at most 8,000 bytes. */
  output: string;
  operations: FileOperation[];
  /** All paths that were written, moved or deleted. */
  changedPaths: string[];
  /** The result as data; absent if it is just text. */
  data?: ToolData;
  /** Set if the call ends the run. */
  finish?: { title: string; summary: string };
}

export interface AgentTool<Input = unknown> {
  name: string;
  description: string;
  schema: z.ZodType<Input>;
  /** Offered only to jobs with sources. */
  needsSources?: true;
  /** Set if it takes the name of a source. No tool that writes does. */
  readsSources?: true;
  /** May throw AppError or anything else: the loop turns it into an answer to the model. */
  run(context: ToolContext, input: Input): Promise<ToolResult>;
}

export function succeeded(output: string, changes: Partial<ToolResult> = {}): ToolResult {
  return { ok: true, output, operations: [], changedPaths: [], ...changes };
}

export function refused(reason: string, data?: ToolData): ToolResult {
  return { ok: false, output: `error: ${reason}`, operations: [], changedPaths: [], ...(data && { data }) };
}
