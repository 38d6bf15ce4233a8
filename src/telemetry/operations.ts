import type { Origin } from "./origin.ts";

/**
 * All operations that are measured or traced: what is known at the start, and what is reported at the end.
 * Values are names from small sets, numbers and ids.
 */
export interface Operations {
  http_request: {
    about: {
      method: string;
      /** Template of the route, never the actual path. */
      route: string;
      traceparent: string | null;
      tracestate: string | null;
      requestId: string;
    };
    result: { status: number; jobId: string };
  };
  /** Creation of a job; `source`: kind of its author. */
  job_created: { about: { source: string; project: string }; result: object };
  claim: { about: object; result: { isClaimed: boolean } };
  /** One attempt at a turn, from the claim until the worker releases it. */
  job: {
    about: {
      jobId: string;
      project: string;
      turn: number;
      model: string;
      mode: string;
      /** Time since the turn was queued. */
      waitedMs: number | null;
      claimedAt: number;
      origin: Origin | null;
    };
    result: { status: string; reason: string; isStored: boolean };
  };
  step: { about: { step: StepName }; result: object };
  /** A model call with its retries. */
  model_call: {
    about: { provider: string; model: string };
    result: {
      outcome: "answered" | "failed";
      attempts: number;
      inputTokens: number;
      outputTokens: number;
    };
  };
  /** Usage of the model, as charged to the job. */
  model_usage: {
    about: { model: string; project: string };
    result: { input: number; cached: number; output: number; costUsd: number | null };
  };
  tool_call: { about: { tool: string }; result: { ok: boolean } };
  git: { about: { command: string }; result: { outcome: string } };
  /** One request to a code host. */
  host_call: { about: { host: string; method: string }; result: { status: number } };
  webhook_delivery: { about: { type: string }; result: { outcome: "delivered" | "refused" | "failed" } };
  /** Findings of a gate. */
  findings: { about: { rule: string; change: "new" | "fixed" }; result: { count: number } };
  cache_look: { about: { cache: string; isHit: boolean }; result: object };
}

export type OperationName = keyof Operations;

export type StepName = "prepare" | "context" | "baseline" | "edit" | "publish";
