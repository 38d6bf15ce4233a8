import { z } from "zod";
import type { FeedbackEvent } from "../webhook-types.ts";
import { userSchema } from "./schemas.ts";

/** A comment, a line comment or a review, from webhooks as well as from the API. */
export const saidSchema = z.object({
  id: z.number(),
  /** Null for a review without text. */
  body: z.string().nullish(),
  html_url: z.string(),
  /** Null if the account is gone. */
  user: userSchema.nullish(),
  path: z.string().optional(),
  /** Null for a comment on the whole file, and if the lines are gone. */
  line: z.number().nullish(),
  original_line: z.number().nullish(),
});

export const checkRunSchema = z.object({
  name: z.string(),
  head_sha: z.string(),
  conclusion: z.string().nullable(),
  html_url: z.string().nullish(),
  details_url: z.string().nullish(),
  output: z.object({
    title: z.string().nullish(),
    summary: z.string().nullish(),
    text: z.string().nullish(),
  }),
});

export const checkSuiteSchema = z.object({
  head_sha: z.string(),
  conclusion: z.string().nullable(),
  latest_check_runs_count: z.number(),
  app: z.object({ name: z.string() }).nullish(),
});

export const statusSchema = z.object({
  state: z.string(),
  context: z.string(),
  description: z.string().nullable(),
  target_url: z.string().nullable(),
});

/** GitHub numbers each kind separately. */
export type SaidKind = "comment" | "line" | "review";

/** Returns nothing for a comment without text or by an account that is gone. */
export function toComment(
  number: number,
  kind: SaidKind,
  { id, user, body, html_url: url, path, line, original_line: oldLine }: z.output<typeof saidSchema>,
): FeedbackEvent[] {
  if (user == null || !body?.trim()) return [];
  const at = line ?? oldLine;
  const place = path === undefined ? {} : { path, ...(at == null ? {} : { line: at }) };
  return [{ kind: "comment", number, id: `${kind}-${id}`, author: user.login, text: body, ...place, url }];
}

/** Returns nothing unless the run has failed. */
export function toFailedRun(branch: string, run: z.output<typeof checkRunSchema>): FeedbackEvent[] {
  if (!isFailure(run.conclusion)) return [];
  const { title, summary, text } = run.output;
  return [
    {
      kind: "check_failed",
      branch,
      commit: run.head_sha,
      name: run.name,
      text: [title, summary, text].filter(Boolean).join("\n\n"),
      url: run.html_url ?? run.details_url ?? "",
    },
  ];
}

/** Returns nothing for a suite with runs: the failed run is reported by itself. */
export function toFailedSuite(
  branch: string,
  { head_sha: commit, conclusion, app, ...suite }: z.output<typeof checkSuiteSchema>,
  repositoryUrl: string,
): FeedbackEvent[] {
  if (!isFailure(conclusion) || suite.latest_check_runs_count > 0) return [];
  const url = `${repositoryUrl}/commit/${commit}/checks`;
  return [{ kind: "check_failed", branch, commit, name: app?.name ?? "check suite", text: "", url }];
}

/** `commitUrl`: page of the commit, for a status without a link. */
export function toFailedStatus(
  branch: string,
  { state, context, description, target_url: url }: z.output<typeof statusSchema>,
  { commit, commitUrl }: { commit: string; commitUrl: string },
): FeedbackEvent[] {
  if (state !== "failure" && state !== "error") return [];
  const text = description ?? "";
  return [{ kind: "check_failed", branch, commit, name: context, text, url: url ?? commitUrl }];
}

function isFailure(conclusion: string | null): boolean {
  return ["failure", "timed_out", "startup_failure"].includes(conclusion ?? "");
}
