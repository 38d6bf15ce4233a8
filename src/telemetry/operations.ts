import type { Origin } from "./origin.ts";

/**
 * Everything that is measured or traced: what is known of it when it begins, and what is told when it ends.
 * Values are names of small sets, numbers and ids.
 */
export interface Operations {
  http_request: {
    about: {
      method: string;
      /** The template, never the path. */
      route: string;
      traceparent: string | null;
      tracestate: string | null;
      requestId: string;
    };
    result: { status: number; jobId: string };
  };
  /** A job was stored; `source`: the kind of its author. */
  job_created: { about: { source: string; project: string }; result: object };
  claim: { about: object; result: { isClaimed: boolean } };
  /** One attempt at a turn, from the claim until its worker lets go of it. */
  job: {
    about: {
      jobId: string;
      project: string;
      turn: number;
      model: string;
      mode: string;
      /** Since the turn was put into the queue. */
      waitedMs: number | null;
      claimedAt: number;
      origin: Origin | null;
    };
    result: { status: string; reason: string; isStored: boolean };
  };
  step: { about: { step: StepName }; result: object };
  /** One call with its retries. */
  model_call: {
    about: { provider: string; model: string };
    result: {
      outcome: "answered" | "failed";
      attempts: number;
      inputTokens: number;
      outputTokens: number;
    };
  };
  /** What the model used, as the job's account has it. */
  model_usage: {
    about: { model: string; project: string };
    result: { input: number; cached: number; output: number; costUsd: number | null };
  };
  tool_call: { about: { tool: string }; result: { ok: boolean } };
  git: { about: { command: string }; result: { outcome: string } };
  /** One request to a code host. */
  host_call: { about: { host: string; method: string }; result: { status: number } };
  webhook_delivery: { about: { type: string }; result: { outcome: "delivered" | "refused" | "failed" } };
  /** What a gate found. */
  findings: { about: { rule: string; change: "new" | "fixed" }; result: { count: number } };
  cache_look: { about: { cache: string; isHit: boolean }; result: object };
}

export type OperationName = keyof Operations;

export type StepName = "prepare" | "context" | "baseline" | "edit" | "publish";
