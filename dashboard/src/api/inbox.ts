import type { JobRecord } from "../../../sdk/src/generated-types.ts";

export type ListedJob = JobRecord & { projectId: string; projectName: string };

export interface InboxItem extends ListedJob {
  changedLines: number | null;
  changedFiles: number | null;
}

export interface ProjectLimit {
  projectId: string;
  projectName: string;
  limit: number;
  used: number;
  nextFreeAt: string | null;
}

export interface Inbox {
  review: InboxItem[];
  failed: InboxItem[];
  running: InboxItem[];
  limits: ProjectLimit[];
}

export const inboxPath = "/v2/manage/inbox";

export type InboxGroupKind = "review" | "failed" | "running";
