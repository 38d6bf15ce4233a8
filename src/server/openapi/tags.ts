/** Groups of operations, in the order in which readers need them. */
export const tags = {
  Jobs: "Create jobs, get and list them, send follow-ups, cancel and archive them.",
  Results: "What a job does and has done: its events, its diff, what its checks found.",
  Review: "What a job has changed, file by file and rendered, and what people decide about it.",
  Projects:
    "Create projects and change them, look at repositories before anything is saved, test connections.",
  Keys: "API keys of projects, and the management keys of organisations.",
  "Webhooks of projects":
    "Where messages about a project's jobs are sent, and what became of every delivery.",
  Triggers: "What starts jobs automatically: schedules, and events of code hosts and other programs.",
  Oversight: "Who changed what, what was used, and what this instance can do.",
  People: "Who may do what: sign-in, members, invitations, sessions, links to single jobs.",
  Models: "What jobs can use.",
  Webhooks: "What Copydesk sends to subscribers.",
  "Code host": "What the code host of the repository sends.",
  Service: "Health, and this description.",
} as const;

export type Tag = keyof typeof tags;
