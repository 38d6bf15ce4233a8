import { api } from "./client.ts";

export type Role = "owner" | "editor" | "viewer";

export interface Member {
  userId: string;
  organisationId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  lastSeenAt: string | null;
}

export interface Invitation {
  id: string;
  organisationId: string;
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

export const invite = (body: {
  email?: string;
  role: Role;
  expiresInDays?: number;
  organisationId?: string;
}) => api.post<{ id: string; url: string }>(invitationsPath, body);

export const revokeInvitation = (id: string) => api.delete(`${invitationsPath}/${id}`);

/** A person may belong to several organisations. */
const memberPath = ({ userId, organisationId }: Member) =>
  `${membersPath}/${userId}?organisationId=${organisationId}`;

export const changeRole = (member: Member, role: Role) => api.patch(memberPath(member), { role });

export const removeMember = (member: Member) => api.delete(memberPath(member));
