import { totalmem } from "node:os";
import type { SandboxLimits } from "../sandbox/sandbox-run.ts";
import type { EngineEvent } from "./engine-event.ts";
import type { EngineModel, EngineUsage } from "./engine-model.ts";
import type { TreeSize } from "./watch-tree-growth.ts";

export interface AcpAgentRun {
  /**
   * The agent's program and arguments, with host paths; `node` is the service's own Node. Templates as in
   * `environment`.
   */
  command: readonly string[];
  /** Absolute real path of the working tree. No other process may write to it during the run. */
  directory: string;
  prompt: string;
  model: EngineModel;
  /**
   * The agent's environment. Values may contain `{modelUrl}`, the model's base URL as the agent reaches it;
   * `{modelRoot}`, the same without a final version; `{modelKey}`, a placeholder for the API key; and
   * `{modelName}`.
   */
  environment: Readonly<Record<string, string>>;
  /** Absolute host paths where the agent is installed, read-only for the agent. */
  readOnlyPaths: readonly string[];
  /** Read-only folders: host path → path below `/context`. */
  contextFolders?: Readonly<Record<string, string>>;
  /** The agent's own name of the authentication method, if the one with an API key cannot be detected. */
  authMethod?: string;
  /**
   * Returns why this repository path may not be written, or null. Applies to writes through the protocol;
   * others are checked by the push gate.
   */
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  emit(event: EngineEvent): Promise<void>;
  /** Called with the usage so far after each answer of the model. */
  onUsage?(usage: EngineUsage): void;
  budget: { maxSteps: number; maxTokens: number | null };
  signal: AbortSignal;
  limits?: SandboxLimits;
  /** Limits on the growth of the tree on disk, checked every few seconds. */
  growthMax?: TreeSize;
}

export type AcpAgentOutcome =
  | { kind: "finished"; title: string; summary: string; usage: EngineUsage }
  | { kind: "failed" | "budget_exceeded" | "refused"; message: string; usage: EngineUsage };

export const limitsDefault: SandboxLimits = {
  memoryBytes: 3 * 1024 ** 3,
  // Never enough to exhaust the machine's memory.
  groupMemoryBytes: Math.min(4 * 1024 ** 3, totalmem() / 2),
  processes: 512,
  fileBytes: 512 * 1024 ** 2,
  memoryFolderBytes: 256 * 1024 ** 2,
  cpuSeconds: 3_600,
};

export const growthMaxDefault: TreeSize = { bytes: 1024 ** 3, entries: 50_000 };
