import { z } from "zod";
import type { FakeAnswer } from "./fake-server.ts";
import { notFound, refuse } from "./github-fake-answers.ts";
import { findPull } from "./github-fake-pulls.ts";
import type { Call, Route } from "./github-fake-routes.ts";
import { makeComment, toReview } from "./github-fake-talk.ts";
import { sidesOf } from "./github-fake-try.ts";
import { landBranch, tryBranches } from "./review-branches.ts";

const review = z.strictObject({
  commit_id: z.string().optional(),
  body: z.string().optional(),
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]).optional(),
});

const merge = z.strictObject({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(["merge", "squash", "rebase"]).optional(),
});

const path = "/repos/{owner}/{repo}/pulls/{pull_number}";

export const reviewRoutes: Route[] = [
  {
    operation: `POST ${path}/reviews`,
    need: [{ pull_requests: "write" }],
    body: review,
    handle: addReview,
  },
  { operation: `PUT ${path}/merge`, need: [{ contents: "write" }], body: merge, handle: mergePull },
];

function addReview(call: Call): FakeAnswer {
  const { state, addresses, who } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  const { event, body = "" } = call.body as z.output<typeof review>;
  if (event === "APPROVE" && pull.author === who.login) {
    const { body: refusal } = refuse(422, "Unprocessable Entity");
    const errors = ["Can not approve your own pull request"];
    return { status: 422, body: { ...(refusal as object), errors } };
  }
  const made = { ...makeComment(state, { author: who.login, text: body }), state: "APPROVED" as const };
  pull.reviews.push(made);
  return { status: 200, body: toReview(state, addresses, { pull, review: made }) };
}

async function mergePull(call: Call): Promise<FakeAnswer> {
  const { state } = call;
  const pull = findPull(call);
  if (pull === undefined) return notFound;
  if (state.protection !== null) return refuse(405, state.protection);
  const tried = pull.state === "open" ? await tryBranches(sidesOf(call, pull)) : null;
  if (tried === null || tried.conflicts.length > 0) return refuse(405, "Pull Request is not mergeable");
  if (pull.draft) return refuse(405, "Pull Request is still a draft");
  const asked = call.body as z.output<typeof merge>;
  if (asked.sha !== undefined && asked.sha !== tried.headCommit) {
    return refuse(409, "Head branch was modified. Review and try the merge again.");
  }
  const message = `${asked.commit_title}\n\n${asked.commit_message}`.trim();
  const how = { isSquash: asked.merge_method === "squash", message };
  const mergeCommit = await landBranch(sidesOf(call, pull), tried, how);
  Object.assign(pull, { state: "closed", mergedAt: "2026-01-26T19:01:12Z", mergeCommit });
  return {
    status: 200,
    body: { sha: mergeCommit, merged: true, message: "Pull Request successfully merged" },
  };
}
