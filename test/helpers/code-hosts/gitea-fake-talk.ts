import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall, page, route } from "./gitea-fake-call.ts";
import { findPull } from "./gitea-fake-pulls.ts";
import { commentJson, labelJson } from "./gitea-json.ts";
import { bot, type GiteaLabel, newComment, newId, now } from "./gitea-state.ts";

const repo = "/repos/{owner}/{repo}";

/** Labels, and writing comments, which belong to issues. */
export const talkRoutes = [
  route("issueListLabels", `GET ${repo}/labels`, "issue", (call) => listLabels(call, false)),
  route("issueCreateLabel", `POST ${repo}/labels`, "issue", createLabel),
  // Not in the pruned description; as orgListLabels in the whole one of Gitea 1.25.3.
  route("orgListLabels", "GET /orgs/{org}/labels", "organization", (call) => listLabels(call, true), {
    isUndescribed: true,
  }),
  route("issueAddLabel", `POST ${repo}/issues/{index}/labels`, "issue", addLabels),
  route("issueCreateComment", `POST ${repo}/issues/{index}/comments`, "issue", createComment),
  route("issueEditComment", `PATCH ${repo}/issues/comments/{id}`, "issue", editComment),
  route("issueDeleteComment", `DELETE ${repo}/issues/comments/{id}`, "issue", deleteComment),
];

function listLabels(call: GiteaCall, ofOrganisation: boolean): FakeAnswer {
  const { state, params } = call;
  if (ofOrganisation && state.teams === null) return fail(state, 404, "not found");
  const labels = state.labels.filter((label) => label.ofOrganisation === ofOrganisation);
  const path = ofOrganisation ? `/orgs/${params[0]}/labels` : `/repos/${params[0]}/${params[1]}/labels`;
  return page(
    call,
    path,
    labels.map((label) => labelJson(state, label)),
  );
}

/** The name may be there already: the host does not mind. */
function createLabel({ state, body }: GiteaCall): FakeAnswer {
  const { name, color } = body as { name: string; color: string };
  if (!/^#?[0-9a-f]{6}$/i.test(color)) return fail(state, 422, `bad color code: ${color}`);
  const label: GiteaLabel = { id: newId(state), name, ofOrganisation: false };
  state.labels.push(label);
  return { status: 201, body: labelJson(state, label) };
}

/** Ids that are not there are dropped. */
function addLabels({ state, params, body }: GiteaCall): FakeAnswer {
  const pull = findPull(state, params[2]!);
  if (pull === undefined) return fail(state, 404, "not found");
  const { labels } = body as { labels: number[] };
  const known = state.labels.filter(({ id }) => labels.includes(id)).map(({ id }) => id);
  pull.labels = [...new Set([...pull.labels, ...known])];
  const shown = state.labels.filter(({ id }) => pull.labels.includes(id));
  return { status: 200, body: shown.map((label) => labelJson(state, label)) };
}

function createComment({ state, params, body }: GiteaCall): FakeAnswer {
  const pull = findPull(state, params[2]!);
  // So the host answers to an issue that it does not have.
  if (pull === undefined) return fail(state, 500, "");
  const comment = newComment(state, bot, (body as { body: string }).body);
  pull.comments.push(comment);
  return { status: 201, body: commentJson(state, pull, comment) };
}

function editComment({ state, params, body }: GiteaCall): FakeAnswer {
  for (const pull of state.pulls) {
    const comment = pull.comments.find(({ id }) => String(id) === params[2]);
    if (comment === undefined) continue;
    if (comment.author !== bot) return { status: 403 };
    comment.body = (body as { body: string }).body;
    comment.updatedAt = now();
    return { status: 200, body: commentJson(state, pull, comment) };
  }
  return fail(state, 404, "not found");
}

function deleteComment({ state, params }: GiteaCall): FakeAnswer {
  for (const pull of state.pulls) {
    const comment = pull.comments.find(({ id }) => String(id) === params[2]);
    if (comment === undefined) continue;
    if (comment.author !== bot) return { status: 403 };
    pull.comments.splice(pull.comments.indexOf(comment), 1);
    return { status: 204 };
  }
  return fail(state, 404, "not found");
}
