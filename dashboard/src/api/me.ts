export interface Me {
  kind: "user" | "share_link" | "api_key" | "management_key";
  id: string;
  name: string;
  email: string | null;
  role: "owner" | "editor" | "viewer" | null;
  permissions: string[];
  organisations: { id: string; name: string; role: string | null }[];
  /** Null: all projects of the organisations. */
  projectIds: string[] | null;
  /** The one job that a share link opens. */
  jobId: string | null;
  expiresAt: string | null;
  version: string;
  publicUrl: string | null;
}
