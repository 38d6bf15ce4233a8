import type { Inbox, ListedJob } from "../../../sdk/src/generated-types.ts";

export type InboxItem = Inbox["review"][number];
export type ProjectLimit = Inbox["limits"][number];
export type { Inbox, ListedJob };

export const inboxPath = "/v2/manage/inbox";

export type InboxGroupKind = "review" | "failed" | "running";

/** How many there are, as it is shown: the service lists only so many. */
export function countOf(inbox: Inbox, kind: InboxGroupKind): string {
  return `${inbox[kind].length}${inbox.more[kind] ? "+" : ""}`;
}
