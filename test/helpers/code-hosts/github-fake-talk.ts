import type { FakeAnswer } from "./fake-server.ts";
import { notFound, toPage } from "./github-fake-answers.ts";
import { type Addresses, moment, toUser } from "./github-fake-objects.ts";
import { toReactions } from "./github-fake-pull-objects.ts";
import { findPull } from "./github-fake-pulls.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import {
  type FakeComment,
  type FakeLineComment,
  type FakePull,
  type FakeReview,
  type FakeState,
  nextId,
  userOf,
} from "./github-fake-state.ts";

type Json = Record<string, unknown>;

const read = [{ pull_requests: "read" as const }];
const noCommit = "0".repeat(40);

/** What people say in reviews; comments of the conversation belong to the issue. */
export const talkRoutes: Route[] = [
  {
    operation: "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
    need: read,
    handle: listLineComments,
  },
  { operation: "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", need: read, handle: listReviews },
];

/** GitHub tells seconds. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}

export function makeComment(
  state: FakeState,
  { author, text }: { author: string; text: string },
): FakeComment {
  return { id: nextId(state), author, body: text, at: now() };
}

export function makeReview(state: FakeState, said: { author: string; text: string }): FakeReview {
  return { ...makeComment(state, said), state: "CHANGES_REQUESTED" };
}

/** A single comment on a line is a review of its own, without words. */
export function makeLineComment(
  state: FakeState,
  { path, line, ...said }: { author: string; text: string; path: string; line: number },
): { review: FakeReview; comment: FakeLineComment } {
  const review: FakeReview = { ...makeComment(state, { ...said, text: "" }), state: "COMMENTED" };
  return { review, comment: { ...makeComment(state, said), path, line, review: review.id } };
}

/** Those that were changed since; those of drafts are nobody's but their author's. */
function listLineComments(call: Call): FakeAnswer {
  const { state, addresses, url } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  const query = url.searchParams;
  const drafts = pull.reviews.filter((review) => review.state === "PENDING").map(({ id }) => id);
  const found = pull.lineComments.filter(({ review }) => !drafts.includes(review)).filter(isSince(query));
  const isNewestFirst = query.has("sort") && query.get("direction") !== "asc";
  const { items, headers } = toPage(url.href, isNewestFirst ? found.toReversed() : found);
  const body = items.map((comment) => toLineComment(state, addresses, { pull, comment }));
  return { status: 200, body, headers };
}

/** In the order of time; the bot's own drafts are among them. */
function listReviews(call: Call): FakeAnswer {
  const { state, addresses, url, who } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  const shown = pull.reviews.filter((review) => review.state !== "PENDING" || review.author === who.login);
  const { items, headers } = toPage(url.href, shown);
  return { status: 200, body: items.map((review) => toReview(state, addresses, { pull, review })), headers };
}

/** `since` is about the last change, and takes whole seconds. */
export function isSince(query: URLSearchParams): (said: FakeComment) => boolean {
  const since = query.get("since");
  return ({ at = moment, changedAt = at }) => since === null || Date.parse(changedAt) >= Date.parse(since);
}

export function toReview(
  state: FakeState,
  { api, origin }: Addresses,
  { pull, review }: { pull: FakePull; review: FakeReview },
): Json {
  const { id, author, body, at = moment } = review;
  const url = `${api}/repos/acme/docs/pulls/${pull.number}`;
  const page = `${origin}/acme/docs/pull/${pull.number}#pullrequestreview-${id}`;
  return {
    id,
    node_id: `PRR_${id}`,
    user: toPerson(state, { api, origin }, author),
    body,
    commit_id: noCommit,
    ...(review.state === "PENDING" ? {} : { submitted_at: at }),
    state: review.state,
    html_url: page,
    pull_request_url: url,
    author_association: "CONTRIBUTOR",
    _links: { html: { href: page }, pull_request: { href: url } },
  };
}

export function toLineComment(
  state: FakeState,
  { api, origin }: Addresses,
  { pull, comment }: { pull: FakePull; comment: FakeLineComment },
): Json {
  const { id, author, body, path, line, at = moment, changedAt = at } = comment;
  const pullUrl = `${api}/repos/acme/docs/pulls/${pull.number}`;
  const url = `${api}/repos/acme/docs/pulls/comments/${id}`;
  const page = `${origin}/acme/docs/pull/${pull.number}#discussion_r${id}`;
  return {
    url,
    pull_request_review_id: comment.review,
    id,
    node_id: `PRRC_${id}`,
    diff_hunk: "@@ -1 +1 @@",
    path,
    position: 1,
    original_position: 1,
    commit_id: noCommit,
    original_commit_id: noCommit,
    user: toPerson(state, { api, origin }, author),
    body,
    created_at: at,
    updated_at: changedAt,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: "CONTRIBUTOR",
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: toReactions(`${url}/reactions`),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line,
    original_line: line,
    side: "RIGHT",
    subject_type: "line",
  };
}

/** Null for an account that is gone. */
export function toPerson(state: FakeState, addresses: Addresses, author: string): Json | null {
  return author === "" ? null : toUser(addresses, userOf(state, author));
}
