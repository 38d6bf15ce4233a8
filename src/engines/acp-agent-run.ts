import { totalmem } from "node:os";
import type { SandboxLimits } from "../sandbox/sandbox-run.ts";
import type { EngineEvent } from "./engine-event.ts";
import type { EngineModel, EngineUsage } from "./engine-model.ts";
import type { TreeSize } from "./watch-tree-growth.ts";

export interface AcpAgentRun {
  /**
   * The agent's program and arguments, with paths as on the host; `node` is the service's own Node. Templates
   * as in `environment`.
   */
  command: readonly string[];
  /** Absolute real path of the working tree, which no other process writes meanwhile. */
  directory: string;
  prompt: string;
  model: EngineModel;
  /**
   * The agent's environment. In values, `{modelUrl}` is the model's base URL as the agent can reach it,
   * `{modelRoot}` the same without a version at its end, `{modelKey}` a placeholder for the API key, and
   * `{modelName}` the model's name.
   */
  environment: Readonly<Record<string, string>>;
  /** Absolute host paths where the agent is installed; it sees them read-only. */
  readOnlyPaths: readonly string[];
  /** Folders that it sees read-only: host path → path below `/context`. */
  contextFolders?: Readonly<Record<string, string>>;
  /** The agent's name of the way to authenticate, when the one with an API key is not found by itself. */
  authMethod?: string;
  /**
   * Why this repository path may not be written, or null. Only for writes through the protocol: others meet
   * the push gate.
   */
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  emit(event: EngineEvent): Promise<void>;
  /** Called after each answer of the model with what was used so far. */
  onUsage?(usage: EngineUsage): void;
  budget: { maxSteps: number; maxTokens: number | null };
  signal: AbortSignal;
  limits?: SandboxLimits;
  /** By how much the tree may grow, on the disk; looked at every few seconds. */
  growthMax?: TreeSize;
}

export type AcpAgentOutcome =
  | { kind: "finished"; title: string; summary: string; usage: EngineUsage }
  | { kind: "failed" | "budget_exceeded" | "refused"; message: string; usage: EngineUsage };

export const limitsDefault: SandboxLimits = {
  memoryBytes: 3 * 1024 ** 3,
  // Never so much that the machine itself runs out.
  groupMemoryBytes: Math.min(4 * 1024 ** 3, totalmem() / 2),
  processes: 512,
  fileBytes: 512 * 1024 ** 2,
  memoryFolderBytes: 256 * 1024 ** 2,
  cpuSeconds: 3_600,
};

export const growthMaxDefault: TreeSize = { bytes: 1024 ** 3, entries: 50_000 };
