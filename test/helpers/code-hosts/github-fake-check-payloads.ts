import { toCheckRun } from "./github-fake-checks.ts";
import { moment } from "./github-fake-objects.ts";
import { about, type DeliveryContext, noCommit, type Payload } from "./github-fake-payload.ts";
import { nextId } from "./github-fake-state.ts";

export interface FailedCheck {
  branch: string;
  commit: string;
  name: string;
  text: string;
}

export function checkRunPayload(
  context: DeliveryContext,
  { branch, commit, name, text }: FailedCheck,
): Payload {
  const { addresses, state } = context;
  const suite = { id: nextId(state), commit, branch, app: "GitHub Actions", conclusion: "failure" as const };
  const run = { id: nextId(state), suite, name, text, conclusion: "failure" as const };
  return {
    event: "check_run",
    described: "check-run-completed",
    payload: {
      action: "completed",
      check_run: toCheckRun(state, addresses, run),
      ...about(context, "writer"),
    },
  };
}

export function statusPayload(
  context: DeliveryContext,
  { branch, commit, name, text }: FailedCheck,
): Payload {
  const { addresses, repository } = context;
  const base = `${addresses.api}/repos/${repository.owner}/${repository.name}`;
  const person = { name: "Copydesk", email: "bot@example.com", date: moment };
  const verification = {
    verified: false,
    reason: "unsigned",
    signature: null,
    payload: null,
    verified_at: null,
  };
  return {
    event: "status",
    described: "status",
    payload: {
      id: nextId(context.state),
      sha: commit,
      name: `${repository.owner}/${repository.name}`,
      avatar_url: null,
      target_url: null,
      context: name,
      description: text,
      state: "failure",
      commit: {
        sha: commit,
        node_id: "C_1",
        commit: {
          author: person,
          committer: person,
          message: "Change a page",
          tree: { sha: noCommit, url: `${base}/git/trees/${noCommit}` },
          url: `${base}/git/commits/${commit}`,
          comment_count: 0,
          verification,
        },
        url: `${base}/commits/${commit}`,
        html_url: `${addresses.origin}/acme/docs/commit/${commit}`,
        comments_url: `${base}/commits/${commit}/comments`,
        author: null,
        committer: null,
        parents: [],
      },
      branches: [
        { name: branch, commit: { sha: commit, url: `${base}/commits/${commit}` }, protected: false },
        {
          name: "elsewhere",
          commit: { sha: noCommit, url: `${base}/commits/${noCommit}` },
          protected: false,
        },
      ],
      created_at: moment,
      updated_at: moment,
      ...about(context, "writer"),
    },
  };
}
