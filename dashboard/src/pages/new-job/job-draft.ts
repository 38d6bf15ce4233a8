/** Content of the form; the project's settings apply for empty fields. */
export interface JobDraft {
  prompt: string;
  ref: string;
  model: string;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  paths: string[];
  labels: string[];
  reviewers: string[];
  branch: string;
  title: string;
  topic: string;
  maxSteps: number | "";
  maxTokens: number | "";
  maxCostUsd: number | "";
  timeoutMinutes: number | "";
}

export const emptyDraft: JobDraft = {
  ...{ prompt: "", ref: "", model: "", mode: "pull_request", asDraft: false },
  ...{ paths: [], labels: [], reviewers: [], branch: "", title: "", topic: "" },
  ...{ maxSteps: "", maxTokens: "", maxCostUsd: "", timeoutMinutes: "" },
};

/** Returns the body of the request: only the fields that were filled in. */
export function toCreateBody(draft: JobDraft): Record<string, unknown> {
  const { maxSteps, maxTokens, maxCostUsd, timeoutMinutes } = draft;
  const isPreview = draft.mode === "preview";
  const budget = withoutEmpty({
    maxSteps,
    maxTokens,
    maxCostUsd,
    timeoutSeconds: timeoutMinutes === "" ? "" : timeoutMinutes * 60,
  });
  return {
    prompt: draft.prompt,
    ...withoutEmpty({
      ref: draft.ref.trim(),
      model: draft.model,
      branch: draft.branch.trim(),
      title: draft.title.trim(),
      topic: draft.topic.trim(),
    }),
    ...(isPreview ? { mode: "preview" } : {}),
    ...(draft.asDraft && !isPreview ? { asDraft: true } : {}),
    ...withoutEmpty({ paths: draft.paths, labels: draft.labels, reviewers: draft.reviewers }),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
  };
}

/** Counts the options below the prompt that differ from the project's settings. */
export function countOptions(draft: JobDraft): number {
  return Object.keys(toCreateBody(draft)).filter((name) => name !== "prompt").length;
}

function withoutEmpty(values: Record<string, string | number | string[]>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== "")),
  );
}
