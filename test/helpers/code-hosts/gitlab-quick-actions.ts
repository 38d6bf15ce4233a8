import type { GitlabMergeRequest, GitlabState } from "./gitlab-state.ts";

/** A few of the host's; each stands at the beginning of a line. Answers the text without them. */
export function doQuickActions(state: GitlabState, one: GitlabMergeRequest, text: string): string {
  return text
    .replaceAll("\r", "")
    .replace(/^\/(close|merge|label)(?: (.*))?(?:\n|$)/gm, (_, name, words = "") => {
      if (name === "close") one.state = "closed";
      if (name === "merge") one.state = "merged";
      if (name === "label") {
        const label = String(words).replace(/^~/, "");
        state.labels.add(label);
        one.labels.push(label);
      }
      return "";
    });
}
