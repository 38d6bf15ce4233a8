import type { FeedbackQuery, HostConnection } from "../../src/code-hosts/types.ts";
import type { FeedbackEvent } from "../../src/code-hosts/webhook-types.ts";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import { branch, makeDraft } from "./pull-request-draft.ts";

export interface OpenedForFeedback {
  number: number;
  /** What the branch has. */
  commit: string;
  ask: AskFeedback;
}

/** What the query leaves out: the comments since the given time, and no checks. */
export type AskFeedback = (query?: Partial<FeedbackQuery>) => Promise<FeedbackEvent[]>;

/** Opens a pull request by the API; `sinceMs`: how long ago comments count from. */
export async function openForFeedback(scene: HostScene, sinceMs = 3_600_000): Promise<OpenedForFeedback> {
  const connection = scene.module.connect(scene.options());
  const draft = await makeDraft(scene);
  const { number } = await connection.pullRequests.openPullRequest(draft);
  return { number, commit: draft.headCommit, ask: askAbout(connection, number, sinceMs) };
}

export function askAbout(connection: HostConnection, number: number, sinceMs: number): AskFeedback {
  return (query = {}) =>
    connection.listFeedback!({
      ...{ number, branch, since: new Date(Date.now() - sinceMs), checkedCommit: null },
      ...query,
    });
}
