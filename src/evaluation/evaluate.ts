import type { Sample, Samples } from "./open-samples.ts";
import { type ChangeScore, scoreChange } from "./score-change.ts";

/** Result for one past commit. */
export interface SampleResult {
  commit: string;
  subject: string;
  status: "completed" | "failed";
  reason: string;
  score: ChangeScore;
  /** New problems in the job's change by the checks; null if there was no change to check. */
  newProblems: number | null;
  inputTokens: number;
  outputTokens: number;
  /** Null if the model's price is unknown. */
  costUsd: number | null;
  seconds: number;
}

export interface Evaluation {
  version: 1;
  repository: string;
  model: string;
  at: string;
  results: SampleResult[];
  mean: ChangeScore;
  costUsd: number | null;
}

interface JobOutcome {
  status: "completed" | "failed";
  reason: string;
  checks: { new: number } | null;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null };
  /** Unified diff; "" if nothing was changed. */
  patch: string;
}

type RunJob = (input: {
  repository: string;
  prompt: string;
  ref: string;
  model: string;
}) => Promise<JobOutcome>;

/** Runs a job for each sample, one after the other, and scores its change against what people merged. */
export async function evaluate(
  { repository, samples }: Pick<Samples, "repository" | "samples">,
  { model, runJob, onResult }: { model: string; runJob: RunJob; onResult(result: SampleResult): void },
): Promise<Pick<Evaluation, "results" | "mean" | "costUsd">> {
  const results: SampleResult[] = [];
  for (const sample of samples) {
    const { prompt, ref } = sample;
    const startedAt = performance.now();
    const result = await runJob({ repository, prompt, ref, model });
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    results.push(toResult(sample, result, seconds));
    onResult(results.at(-1)!);
  }
  const costs = results.map(({ costUsd }) => costUsd);
  const costUsd = costs.some((cost) => cost === null)
    ? null
    : costs.reduce<number>((sum, cost) => sum + cost!, 0);
  return { results, mean: meanOf(results.map(({ score }) => score)), costUsd };
}

function toResult({ commit, subject, patch }: Sample, result: JobOutcome, seconds: number): SampleResult {
  const { status, reason, checks, usage } = result;
  const newProblems = checks?.new ?? null;
  const score = scoreChange(result.patch, patch, { newProblems: newProblems ?? 0 });
  const { inputTokens, outputTokens, costUsd } = usage;
  return { commit, subject, status, reason, score, newProblems, inputTokens, outputTokens, costUsd, seconds };
}

export function meanOf(scores: readonly ChangeScore[]): ChangeScore {
  const mean = (name: keyof ChangeScore) =>
    scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score[name], 0) / scores.length;
  return { pages: mean("pages"), lines: mean("lines"), terms: mean("terms"), total: mean("total") };
}

export interface Comparison {
  commit: string;
  subject: string;
  before: number;
  after: number;
}

/** Compares the commits that both runs have tried; those that became worse come first. */
export function compareEvaluations(
  before: Pick<Evaluation, "results">,
  after: Pick<Evaluation, "results">,
): Comparison[] {
  const earlier = new Map(before.results.map((result) => [result.commit, result.score.total]));
  return after.results
    .flatMap(({ commit, subject, score }) => {
      const old = earlier.get(commit);
      return old === undefined ? [] : [{ commit, subject, before: old, after: score.total }];
    })
    .sort((one, other) => one.after - one.before - (other.after - other.before));
}
