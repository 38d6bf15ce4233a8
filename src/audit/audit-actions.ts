/** Actions in the audit log. What jobs do automatically is in the job's own log. */
export const auditActions = [
  ...(["project.created", "project.changed", "project.removed", "project.credentials_changed"] as const),
  ...(["project.github_app_link_created", "project.github_app_stored"] as const),
  ...(["api_key.created", "api_key.rotated", "api_key.revoked"] as const),
  ...(["management_key.created", "management_key.rotated", "management_key.revoked"] as const),
  ...(["webhook.created", "webhook.rotated", "webhook.disabled", "webhook.enabled"] as const),
  ...(["webhook.removed", "webhook.pinged", "delivery.redelivered"] as const),
  ...(["trigger.created", "trigger.changed", "trigger.removed", "trigger.rotated"] as const),
  ...(["triggers.stopped", "triggers.resumed"] as const),
  ...(["slack.connected", "slack.disconnected"] as const),
  ...(["context.added", "context.changed", "context.removed"] as const),
  ...(["member.added", "member.role_changed", "member.removed"] as const),
  ...(["invitation.created", "invitation.revoked", "invitation.accepted"] as const),
  ...(["user.created", "user.changed", "user.signed_in", "user.sign_in_failed", "user.signed_out"] as const),
  ...(["sign_in_link.created", "session.revoked", "password.changed", "password.reset"] as const),
  ...(["application.allowed", "share_link.created", "share_link.revoked"] as const),
  ...(["job.deleted", "pull_request.merged", "pull_request.closed", "pull_request.approved"] as const),
  ...(["branch.deleted", "suggestions.applied"] as const),
  ...(["organisation.created", "organisation.changed", "secrets.rotated"] as const),
] as const;

export type AuditAction = (typeof auditActions)[number];
