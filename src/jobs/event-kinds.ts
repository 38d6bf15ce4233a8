import type { EventKind } from "./events.ts";

interface KindNote {
  /** What has happened, as in the glossary. */
  when: string;
  /**
   * `worker`: a worker appends it under its lease (`append-event.ts`). `statement`: the SQL statement that
   * changes the job writes it.
   */
  writer: "worker" | "statement";
}

export const eventKinds = {
  created: { when: "the job was accepted", writer: "statement" },
  message: { when: "somebody sent a message", writer: "statement" },
  started: { when: "a worker claimed the job", writer: "worker" },
  restarted: { when: "the recorded work could not be repeated, and the turn starts over", writer: "worker" },
  prepared: { when: "the start of the turn is checked out", writer: "worker" },
  context: { when: "the commits of the context repositories are found", writer: "worker" },
  baseline: { when: "the checks ran on the untouched site", writer: "worker" },
  prompt: { when: "the agent got a prompt", writer: "worker" },
  model_answer: { when: "the model returned an answer", writer: "worker" },
  model_retry: { when: "a call of the model failed and is made again", writer: "worker" },
  summary: { when: "the model's window was full, and a summary replaced its oldest steps", writer: "worker" },
  tool_result: { when: "a tool ended", writer: "worker" },
  engine_update: {
    when: "another agent, the project's engine, said or did something",
    writer: "worker",
  },
  engine_result: { when: "another agent, the project's engine, ended", writer: "worker" },
  checks: { when: "the checks ran on the change", writer: "worker" },
  citations: { when: "the citations of the change were looked up", writer: "worker" },
  unchanged: { when: "the turn ends without a change, and says why", writer: "worker" },
  repair_round: { when: "the agent is asked to repair what the checks found", writer: "worker" },
  committed: { when: "the change became a commit", writer: "worker" },
  previewed: { when: "a preview is ready", writer: "worker" },
  pull_request_requested: { when: "somebody asked for the pull request of a preview", writer: "statement" },
  pushed: { when: "the branch is on the code host", writer: "worker" },
  pull_request: { when: "the pull request was found or opened", writer: "worker" },
  pull_request_state: {
    when: "the code host reported a change of the pull request's state",
    writer: "statement",
  },
  completed: { when: "the turn ended well", writer: "statement" },
  failed: { when: "the turn failed or was cancelled", writer: "statement" },
  archived: { when: "the job was archived", writer: "statement" },
  unarchived: { when: "the job was unarchived", writer: "statement" },
} as const satisfies Record<EventKind, KindNote>;

/** The kinds that `appendEvent` takes. */
export type WorkerEventKind = {
  [K in EventKind]: (typeof eventKinds)[K]["writer"] extends "worker" ? K : never;
}[EventKind];

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventKinds, kind);
}
