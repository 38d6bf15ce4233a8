import type { StepUsage } from "../agent/types.ts";
import type { EngineSettings } from "../store/project-settings.ts";

/**
 * What the worker passes to another agent; the composition root connects it to the sandbox and the model's
 * endpoint.
 */
interface EngineRun {
  engine: EngineSettings;
  /** `provider/name`. */
  model: string;
  /** The models that the project allows. */
  projectModels: readonly string[] | undefined;
  directory: string;
  /** Context repositories: folder on this machine → folder that the agent sees, read-only. */
  contextFolders: Readonly<Record<string, string>>;
  prompt: string;
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  emit(event: { kind: "engine_update"; text: string }): Promise<void>;
  budget: { maxSteps: number; maxTokens: number | null };
  signal: AbortSignal;
}

export type EngineOutcome = { usage: StepUsage & { requests: number } } & (
  | { kind: "finished"; title: string; summary: string }
  | { kind: "failed" | "budget_exceeded" | "refused"; message: string }
);

/**
 * Runs another agent. Throws the reason of an abort, what `emit` throws, `sandbox_unavailable`,
 * `unknown_model` and `invalid_configuration`.
 */
export type RunEngine = (run: EngineRun) => Promise<EngineOutcome>;
