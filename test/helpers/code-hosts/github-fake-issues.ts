import { z } from "zod";
import type { FakeAnswer } from "./fake-server.ts";
import { invalid, notFound, toPage } from "./github-fake-answers.ts";
import { toComment, toIssue, toLabel } from "./github-fake-pull-objects.ts";
import { findPull } from "./github-fake-pulls.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { userOf } from "./github-fake-state.ts";
import { isSince, makeComment } from "./github-fake-talk.ts";

const read = [{ issues: "read" as const }, { pull_requests: "read" as const }];
const write = [{ issues: "write" as const }, { pull_requests: "write" as const }];
const bodyCharactersMax = 65_536;

const comment = z.strictObject({ body: z.string() });
const labels = z.strictObject({ labels: z.array(z.string()).min(1) });
const label = z.strictObject({
  name: z.string(),
  color: z.string().optional(),
  description: z.string().optional(),
});
const assignees = z.strictObject({ assignees: z.array(z.string()) });

/** A pull request is an issue, too. */
export const issueRoutes: Route[] = [
  {
    operation: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    need: read,
    handle(call) {
      const pull = findPull(call);
      if (pull === undefined) return notFound;
      const { items, headers } = toPage(call.url.href, pull.comments.filter(isSince(call.url.searchParams)));
      const body = items.map((said) => toComment(call.state, call.addresses, { pull, comment: said }));
      return { status: 200, body, headers };
    },
  },
  {
    operation: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
    need: write,
    body: comment,
    handle(call) {
      const pull = findPull(call);
      if (pull === undefined) return notFound;
      const { body } = call.body as z.output<typeof comment>;
      const refusal = refuseBody(body);
      if (refusal !== null) return refusal;
      const said = makeComment(call.state, { author: call.who.login, text: body });
      pull.comments.push(said);
      return { status: 201, body: toComment(call.state, call.addresses, { pull, comment: said }) };
    },
  },
  {
    operation: "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
    need: write,
    body: comment,
    handle(call) {
      const { body } = call.body as z.output<typeof comment>;
      for (const pull of call.state.pulls) {
        const said = pull.comments.find(({ id }) => String(id) === call.path.comment_id);
        if (said === undefined) continue;
        const refusal = refuseBody(body);
        if (refusal !== null) return refusal;
        said.body = body;
        return { status: 200, body: toComment(call.state, call.addresses, { pull, comment: said }) };
      }
      return notFound;
    },
  },
  {
    operation: "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
    need: write,
    handle(call) {
      for (const pull of call.state.pulls) {
        const at = pull.comments.findIndex(({ id }) => String(id) === call.path.comment_id);
        if (at === -1) continue;
        pull.comments.splice(at, 1);
        return { status: 204 };
      }
      return notFound;
    },
  },
  {
    operation: "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
    need: write,
    body: labels,
    handle(call) {
      const pull = findPull(call);
      if (pull === undefined) return notFound;
      const wanted = call.body as z.output<typeof labels>;
      for (const name of wanted.labels) if (!call.state.labels.includes(name)) call.state.labels.push(name);
      pull.labels = [...new Set([...pull.labels, ...wanted.labels])];
      return { status: 200, body: pull.labels.map((name, at) => toLabel(call.addresses, name, at)) };
    },
  },
  { operation: "POST /repos/{owner}/{repo}/labels", need: write, body: label, handle: makeLabel },
  {
    operation: "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
    need: write,
    body: assignees,
    handle(call) {
      const pull = findPull(call);
      if (pull === undefined) return notFound;
      const wanted = call.body as z.output<typeof assignees>;
      const known = wanted.assignees.filter((login) => userOf(call.state, login).role !== null);
      pull.assignees = [...new Set([...pull.assignees, ...known])].slice(0, 10);
      return { status: 201, body: toIssue(call.state, call.addresses, pull) };
    },
  },
];

function refuseBody(body: string): FakeAnswer | null {
  if (body.trim() === "") {
    return invalid({
      resource: "IssueComment",
      code: "custom",
      field: "body",
      message: "body can't be blank",
    });
  }
  if (body.length <= bodyCharactersMax) return null;
  const message = `body is too long (maximum is ${bodyCharactersMax} characters)`;
  return invalid({ resource: "IssueComment", code: "custom", field: "body", message });
}

function makeLabel({ state, addresses, body }: Call): FakeAnswer {
  const { name, color = "ededed" } = body as z.output<typeof label>;
  if (state.labels.includes(name))
    return invalid({ resource: "Label", code: "already_exists", field: "name" });
  if (!/^[0-9a-f]{6}$/i.test(color)) return invalid({ resource: "Label", code: "invalid", field: "color" });
  state.labels.push(name);
  return { status: 201, body: toLabel(addresses, name, state.labels.length) };
}
