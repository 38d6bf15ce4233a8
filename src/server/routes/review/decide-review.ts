import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getJob, type JobAddress } from "../../../jobs/get-job.ts";
import { applySuggestions } from "../../../review/apply-suggestions.ts";
import {
  approveReview,
  closeReview,
  type Decider,
  deleteReviewedBranch,
  mergeReview,
} from "../../../review/decide-review.ts";
import { sendReviewComments } from "../../../review/send-review-comments.ts";
import { showLimitInErrors } from "../../errors/show-limit-in-errors.ts";
import { readHeaderOnce } from "../../http/read-header-once.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { rateLimitHeaders } from "../../rate-limit-headers.ts";
import { refuseModel } from "../../refuse-model.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { deciderOfRequest } from "./decider-of-request.ts";
import {
  applySuggestionsOperation,
  approveReviewOperation,
  closeReviewOperation,
  deleteReviewedBranchOperation,
  mergeReviewOperation,
  sendReviewCommentsOperation,
} from "./decision-operations.ts";

// Code hosts and pushes may take longer than the store.
const deadlineMs = 120_000;

type Decide = (address: JobAddress, body: unknown, decider: Decider) => Promise<void>;

export function registerDecideReview(app: FastifyInstance, deps: ServerDeps): void {
  const register = (operation: Operation, decide: Decide) =>
    registerOperation(
      app,
      deps,
      operation,
      async (request, reply) => {
        const address = request.params as JobAddress;
        await decide(address, request.body, await deciderOfRequest(deps, request));
        return sendJson(reply, JSON.stringify(await getJob(deps, address)));
      },
      { deadlineMs },
    );
  register(approveReviewOperation, (address, body, decider) =>
    approveReview(deps.review, address, body, decider),
  );
  register(mergeReviewOperation, (address, body, decider) =>
    mergeReview(deps.review, address, body, decider),
  );
  register(closeReviewOperation, (address, _, decider) => closeReview(deps.review, address, decider));
  register(deleteReviewedBranchOperation, (address, _, decider) =>
    deleteReviewedBranch(deps.review, address, decider),
  );
  register(applySuggestionsOperation, (address, body, decider) =>
    applySuggestions(deps.review, address, body, decider),
  );
  const errorHandler = showLimitInErrors(deps.loadMessageUses);
  const send = (request: FastifyRequest, reply: FastifyReply) => sendComments(deps, request, reply);
  registerOperation(app, deps, sendReviewCommentsOperation, send, { errorHandler, deadlineMs });
}

async function sendComments(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { actor } = await deciderOfRequest(deps, request);
  const sent = await sendReviewComments(deps, request.params as JobAddress, request.body, {
    idempotencyKey: readHeaderOnce(request, "Idempotency-Key"),
    author: actor.author,
  }).catch(refuseModel);
  reply.headers(rateLimitHeaders(sent.uses));
  if (sent.replayed) reply.header("idempotent-replayed", "true");
  return sendJson(reply, sent.answer);
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}
