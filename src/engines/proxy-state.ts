import type { EngineModel, EngineUsage } from "./engine-model.ts";

export interface ModelProxyOptions {
  model: EngineModel;
  /** Host and port at which the agent finds the proxy. */
  host: string;
  budget: { maxSteps: number; maxTokens: number | null };
  onUsage(usage: EngineUsage): void;
  /** Called once, after a request was refused because the budget is used up. */
  onBudgetExceeded(message: string): void;
}

export interface ProxyState extends ModelProxyOptions {
  fetch: typeof fetch;
  usage: EngineUsage;
  active: number;
  isExceeded: boolean;
  signal: AbortSignal;
}
