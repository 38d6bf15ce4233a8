import type { AuditEntry, ListAuditAnswer } from "../../../sdk/src/generated-types.ts";

export type AuditPage = ListAuditAnswer;
export type { AuditEntry };

export const auditPath = "/v2/manage/audit";
