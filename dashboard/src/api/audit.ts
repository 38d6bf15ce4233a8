export interface AuditEntry {
  id: number;
  at: string;
  action: string;
  author: { kind: string; id: string | null; name: string | null } | null;
  from: string | null;
  organisationId: string | null;
  projectId: string | null;
  subject: { kind: string; id: string; name: string | null };
  before: unknown;
  after: unknown;
}

export interface AuditPage {
  data: AuditEntry[];
  nextCursor: string | null;
}

export const auditPath = "/v2/manage/audit";
