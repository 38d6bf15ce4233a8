/** Groups of operations, in the order in which people meet them. */
export const tags = {
  Jobs: "Create jobs, get and list them, say more to them, end them and put them away.",
  Results: "What a job does and has done: its events, its diff, what its checks found.",
  Review: "What a job has changed, file by file and rendered, and what people decide about it.",
  People: "Who may do what: sign-in, members, invitations, sessions, links to single jobs.",
  Projects: "Repositories with their settings, what is in them and who works on it.",
  Models: "What jobs can use.",
  Webhooks: "What Copydesk sends to those who subscribe.",
  "Code host": "What the host of the repository tells by itself.",
  Service: "Health, and this description.",
} as const;

export type Tag = keyof typeof tags;
