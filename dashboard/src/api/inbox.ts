import type { Inbox, ListedJob } from "../../../sdk/src/generated-types.ts";

export type InboxItem = Inbox["review"][number];
export type ProjectLimit = Inbox["limits"][number];
export type { Inbox, ListedJob };

export const inboxPath = "/v2/manage/inbox";

export type InboxGroupKind = "review" | "failed" | "running";

/** Returns the number to show: the service lists only a limited number. */
export function countOf(inbox: Inbox, kind: InboxGroupKind): string {
  return `${inbox[kind].length}${inbox.more[kind] ? "+" : ""}`;
}
