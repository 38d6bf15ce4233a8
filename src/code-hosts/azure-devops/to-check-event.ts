import { z } from "zod";
import type { FeedbackEvent } from "../webhook-types.ts";
import { toBranch } from "./find-open-pull-request.ts";
import type { AzureBuild } from "./schemas.ts";

const parametersSchema = z.object({
  "system.pullRequest.sourceBranch": z.string(),
  "system.pullRequest.sourceCommitId": z.string().nullish(),
});

/** Converts a build, from a delivery or a list, to an event; null unless it has failed. */
export function toCheckEvent(build: AzureBuild, text: string): FeedbackEvent | null {
  if (build.result !== "failed") return null;
  const name = build.definition.name;
  return { kind: "check_failed", ...sourceOf(build), name, text, url: build._links?.web?.href ?? "" };
}

/**
 * A pull request build runs on the merge ref, `refs/pull/12/merge`; its source branch and commit are in other
 * fields.
 */
export function sourceOf(build: AzureBuild): { branch: string; commit: string } {
  const ref = build.sourceBranch ?? "";
  const commit = build.sourceVersion ?? "";
  if (ref.startsWith("refs/heads/")) return { branch: toBranch(ref), commit };
  const cause = parametersSchema.safeParse(parseOrNull(build.parameters ?? "")).data;
  const trigger = build.triggerInfo ?? {};
  return {
    branch: toBranch(cause?.["system.pullRequest.sourceBranch"] ?? trigger["pr.sourceBranch"] ?? ""),
    commit: cause?.["system.pullRequest.sourceCommitId"] ?? trigger["pr.sourceSha"] ?? commit,
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
