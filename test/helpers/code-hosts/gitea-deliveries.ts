import { createHmac } from "node:crypto";
import { commentJson, pageUrl, repositoryJson, userJson } from "./gitea-json.ts";
import { type GiteaComment, type GiteaPull, type GiteaState, newComment } from "./gitea-state.ts";

export interface GiteaEvent {
  /** `X-Gitea-Event`. */
  event: string;
  /** `X-Gitea-Event-Type`. */
  type: string;
  payload: object;
}

/** A delivery with all the headers that an instance sends. */
export function signDelivery(
  { flavour }: GiteaState,
  { event, type, payload }: GiteaEvent,
  { secret, deliveryId }: { secret: string; deliveryId: string },
): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(JSON.stringify(payload, null, 2));
  const hmac = (algorithm: string) => createHmac(algorithm, secret).update(body).digest("hex");
  const names = flavour === "forgejo" ? ["forgejo", "gitea", "gogs"] : ["gitea", "gogs"];
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-hub-signature": `sha1=${hmac("sha1")}`,
    "x-hub-signature-256": `sha256=${hmac("sha256")}`,
    "x-github-delivery": deliveryId,
    "x-github-event": event,
  };
  for (const name of names) {
    headers[`x-${name}-delivery`] = deliveryId;
    headers[`x-${name}-event`] = event;
    headers[`x-${name}-event-type`] = type;
    headers[`x-${name}-signature`] = hmac("sha256");
  }
  return { headers, body };
}

/** `shown`: the pull request as the API shows it. */
export function pullEvent(state: GiteaState, pull: GiteaPull, shown: object): GiteaEvent {
  const action = pull.state === "closed" ? "closed" : "opened";
  const payload = {
    action,
    number: pull.number,
    pull_request: shown,
    ...common(state, pull.author),
    review: null,
  };
  return { event: "pull_request", type: "pull_request", payload };
}

export function commentEvent(
  state: GiteaState,
  pull: GiteaPull,
  told: { author: string; text: string; action?: string; said?: GiteaComment },
): GiteaEvent {
  const { author, text, action = "created", said = newComment(state, author, text) } = told;
  const comment = commentJson(state, pull, said);
  const page = pageUrl(state, `/acme/docs/pulls/${pull.number}`);
  const issue = {
    number: pull.number,
    title: pull.title,
    pull_request: { merged: pull.merged, html_url: page },
  };
  const payload = { action, issue, comment, ...common(state, author), is_pull: true };
  return { event: "issue_comment", type: "pull_request_comment", payload };
}

/**
 * Of a submitted review, also of a single comment on a line: then `text` is empty, and the comment is
 * nowhere.
 */
export function reviewEvent(
  state: GiteaState,
  pull: GiteaPull,
  { author, text, shown }: { author: string; text: string; shown: object },
): GiteaEvent {
  const type = "pull_request_review_comment";
  const payload = {
    action: "reviewed",
    number: pull.number,
    pull_request: shown,
    ...common(state, author),
    review: { type, content: text },
  };
  return { event: "pull_request_comment", type, payload };
}

export interface FailedCheck {
  branch: string;
  commit: string;
  name: string;
  text: string;
}

/** Of a workflow that a push to the branch has started, by the flavour's own means. */
export function failedRunEvent(state: GiteaState, check: FailedCheck): GiteaEvent {
  return state.flavour === "gitea" ? workflowRunEvent(state, check) : actionRunEvent(state, check);
}

function workflowRunEvent(state: GiteaState, { branch, commit, name, text }: FailedCheck): GiteaEvent {
  const run = {
    id: 12,
    display_title: text,
    path: `${name}@refs/heads/${branch}`,
    event: "push",
    head_sha: commit,
    head_branch: branch,
    status: "completed",
    conclusion: "failure",
    html_url: pageUrl(state, "/acme/docs/actions/runs/12"),
  };
  const payload = { action: "completed", workflow_run: run, ...common(state, "bot") };
  return { event: "workflow_run", type: "workflow_run", payload };
}

export function actionRunEvent(
  state: GiteaState,
  { branch, commit, name, text }: FailedCheck,
  cause?: object,
): GiteaEvent {
  const run = {
    id: 12,
    title: text,
    workflow_id: name,
    index_in_repo: 3,
    prettyref: cause === undefined ? branch : "#1",
    commit_sha: commit,
    event: cause === undefined ? "push" : "pull_request",
    event_payload: JSON.stringify(cause ?? {}),
    status: "failure",
    html_url: pageUrl(state, "/acme/docs/actions/runs/3"),
    repository: repositoryJson(state, state.repository),
  };
  const payload = { action: "failure", run, prior_status: "running" };
  return { event: "action_run_failure", type: "action_run_failure", payload };
}

export function statusEvent(
  state: GiteaState,
  check: Omit<FailedCheck, "branch">,
  status: string,
): GiteaEvent {
  const payload = {
    context: check.name,
    description: check.text,
    id: 77,
    sha: check.commit,
    state: status,
    target_url: "https://ci.example.com/77",
    commit: { id: check.commit, message: "Explain" },
    ...common(state, "bot"),
  };
  return { event: "status", type: "status", payload };
}

export function pushEvent(state: GiteaState): GiteaEvent {
  const payload = { ref: "refs/heads/main", before: "", after: "", commits: [], ...common(state, "writer") };
  return { event: "push", type: "push", payload };
}

function common(state: GiteaState, sender: string): object {
  return { repository: repositoryJson(state, state.repository), sender: userJson(state, sender) };
}
