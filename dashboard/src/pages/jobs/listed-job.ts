import type { ListedJob } from "../../../../sdk/src/generated-types.ts";

export type { ListedJob };

/** A job has a title once the agent has given it one; until then its prompt names it. */
export function nameJob({ title, prompt, message }: Pick<ListedJob, "title" | "prompt" | "message">): string {
  return title ?? (prompt.trim().split("\n", 1)[0] || message);
}
