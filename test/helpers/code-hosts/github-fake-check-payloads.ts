import { moment, toUser } from "./github-fake-objects.ts";
import { about, type DeliveryContext, type Json, noCommit, type Payload } from "./github-fake-payload.ts";
import { nextId, userOf } from "./github-fake-state.ts";

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
  const id = nextId(state);
  const base = `${addresses.api}/repos/acme/docs`;
  const app = toActionsApp(context);
  const suite = {
    id: nextId(state),
    node_id: `CS_${id}`,
    head_branch: branch,
    head_sha: commit,
    status: "completed",
    conclusion: "failure",
    url: `${base}/check-suites/${id}`,
    before: noCommit,
    after: commit,
    pull_requests: [],
    app,
    created_at: moment,
    updated_at: moment,
  };
  return {
    event: "check_run",
    described: "check-run-completed",
    payload: {
      action: "completed",
      check_run: {
        id,
        node_id: `CR_${id}`,
        head_sha: commit,
        name,
        external_id: "",
        url: `${base}/check-runs/${id}`,
        html_url: `${addresses.origin}/acme/docs/runs/${id}`,
        details_url: `${addresses.origin}/acme/docs/runs/${id}`,
        status: "completed",
        conclusion: "failure",
        started_at: moment,
        completed_at: moment,
        output: {
          title: text,
          summary: null,
          text: null,
          annotations_count: 0,
          annotations_url: `${base}/check-runs/${id}/annotations`,
        },
        check_suite: suite,
        app,
        pull_requests: [],
      },
      ...about(context, "writer"),
    },
  };
}

function toActionsApp({ addresses, state }: DeliveryContext): Json {
  return {
    id: 15_368,
    slug: "github-actions",
    node_id: "MDM6QXBwMTUzNjg=",
    owner: toUser(addresses, userOf(state, "acme")),
    name: "GitHub Actions",
    description: "",
    external_url: addresses.origin,
    html_url: `${addresses.origin}/apps/github-actions`,
    created_at: moment,
    updated_at: moment,
    permissions: {},
    events: [],
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
