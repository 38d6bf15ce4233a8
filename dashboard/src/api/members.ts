import { api } from "./client.ts";

export type Role = "owner" | "editor" | "viewer";

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  lastSeenAt: string | null;
}

export interface Invitation {
  id: string;
  email: string | null;
  role: Role;
  createdAt: string;
  expiresAt: string;
  acceptedAt?: string | null;
  revokedAt?: string | null;
}

export const roles: readonly { value: Role; label: string; about: string }[] = [
  { value: "owner", label: "Owner", about: "Everything: keys, members, webhooks, settings." },
  { value: "editor", label: "Editor", about: "Runs jobs, sends follow-ups, reviews and merges." },
  { value: "viewer", label: "Viewer", about: "Reads jobs, projects, outcomes and members." },
];

export const membersPath = "/v2/manage/members";
export const invitationsPath = "/v2/manage/invitations";

export const invite = (body: { email?: string; role: Role; expiresInDays?: number }) =>
  api.post<{ id: string; url: string }>(invitationsPath, body);

export const revokeInvitation = (id: string) => api.delete(`${invitationsPath}/${id}`);

export const changeRole = (userId: string, role: Role) => api.patch(`${membersPath}/${userId}`, { role });

export const removeMember = (userId: string) => api.delete(`${membersPath}/${userId}`);
