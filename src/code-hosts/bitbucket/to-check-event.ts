import type { FeedbackEvent } from "../webhook-types.ts";
import type { BitbucketCommitStatus } from "./schemas.ts";

/** Converts a commit status, from a delivery or a list, to an event; null unless the build has failed. */
export function toCheckEvent(status: BitbucketCommitStatus): FeedbackEvent | null {
  const { state, key, name, description, url, refname } = status;
  if (state !== "FAILED") return null;
  return {
    kind: "check_failed",
    branch: refname ?? "",
    commit: commitOf(status),
    name: name ?? key,
    text: description ?? "",
    url: url ?? "",
  };
}

export function commitOf({ links }: BitbucketCommitStatus): string {
  return links.commit.href.split("/").at(-1) ?? "";
}
