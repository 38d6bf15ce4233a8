import type { Inbox, ListedJob } from "../../../sdk/src/generated-types.ts";

export type InboxItem = Inbox["review"][number];
export type ProjectLimit = Inbox["limits"][number];
export type { Inbox, ListedJob };

export const inboxPath = "/v2/manage/inbox";

export type InboxGroupKind = "review" | "failed" | "running";
