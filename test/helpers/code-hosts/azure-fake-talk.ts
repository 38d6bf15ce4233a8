import {
  type AzureCall,
  fail,
  invalidArgument,
  list,
  needsPermission,
  ok,
  pullNotFound,
  route,
} from "./azure-fake-call.ts";
import { findPull } from "./azure-fake-pulls.ts";
import { commentJson, labelJson, reviewerJson, threadJson } from "./azure-json.ts";
import { type AzureComment, type AzurePull, addThread, bits, bot, isAllowed } from "./azure-state.ts";
import type { FakeAnswer } from "./fake-server.ts";

const pull = "/git/repositories/{repositoryId}/pullRequests/{pullRequestId}";
const threads = `${pull}/threads`;
const commentCharactersMax = 150_000;

export const talkRoutes = [
  route("Pull Request Labels_Create", `POST ${pull}/labels`, "code_write", onPull(addLabel)),
  route(
    "Pull Request Reviewers_Create Pull Request Reviewer",
    `PUT ${pull}/reviewers/{reviewerId}`,
    "code_write",
    onPull(addReviewer),
  ),
  route("Pull Request Threads_List", `GET ${threads}`, "code", onPull(listThreads)),
  route("Pull Request Threads_Create", `POST ${threads}`, "code_write", onPull(createThread)),
  route(
    "Pull Request Thread Comments_Update",
    `PATCH ${threads}/{threadId}/comments/{commentId}`,
    "code_write",
    onPull(updateComment),
  ),
  route(
    "Pull Request Thread Comments_Delete",
    `DELETE ${threads}/{threadId}/comments/{commentId}`,
    "code_write",
    onPull(deleteComment),
  ),
];

function onPull(handle: (call: AzureCall, found: AzurePull) => FakeAnswer) {
  return (call: AzureCall): FakeAnswer => {
    const found = findPull(call);
    if (found === undefined) return pullNotFound();
    const isRead = handle === listThreads;
    if (!isRead && !isAllowed(call.state, bot, bits.contributeToPulls)) {
      return needsPermission("PullRequestContribute");
    }
    return handle(call, found);
  };
}

/** Also one that nobody has had yet. */
function addLabel({ state, body }: AzureCall, found: AzurePull): FakeAnswer {
  const { name } = body as { name: string };
  if (name === "" || state.refusedLabels.has(name)) {
    return fail(400, "GitPullRequestLabelNameInvalid", `The label name "${name}" is not valid.`);
  }
  if (!found.labels.includes(name)) found.labels.push(name);
  return ok(labelJson(name, found.labels.indexOf(name)));
}

function addReviewer({ state, body, params }: AzureCall, found: AzurePull): FakeAnswer {
  const [, , id = ""] = params;
  const { vote, id: said = id } = body as { vote: number; id?: string };
  const user = state.users.find((one) => one.id === id);
  if (user === undefined || said !== id) return invalidArgument("The reviewer is not valid.");
  if (vote !== 0 && user.name !== bot) return invalidArgument(`You cannot vote for ${id}.`);
  if (!user.isContainer && !isAllowed(state, user.name, bits.read)) {
    return fail(400, "GitPullRequestReviewerPermission", `${user.name} may not read the repository.`);
  }
  if (!found.reviewers.includes(id)) found.reviewers.push(id);
  found.votes = new Map([...(found.votes ?? []), [id, vote]]);
  return ok(reviewerJson(state, id, vote));
}

function listThreads({ state }: AzureCall, found: AzurePull): FakeAnswer {
  return list(found.threads.map((thread) => threadJson(state, thread)));
}

interface ThreadBody {
  comments: { content: string; commentType?: string }[];
  status?: string;
}

function createThread({ state, body }: AzureCall, found: AzurePull): FakeAnswer {
  const { comments, status = null } = body as ThreadBody;
  if (comments.length === 0)
    return fail(400, "ArgumentNullException", "Value cannot be null. Parameter name: comments");
  if (comments.some(({ content }) => content.length > commentCharactersMax)) {
    return invalidArgument("The comment is too long.");
  }
  const said = comments.map(({ content }) => ({ author: bot, content }));
  return ok(threadJson(state, addThread(state, found, { status, comments: said })));
}

function updateComment({ state, body, params }: AzureCall, found: AzurePull): FakeAnswer {
  const comment = findOwnComment(params, found);
  if ("status" in comment) return comment;
  comment.content = (body as { content: string }).content;
  return ok(commentJson(state, comment));
}

function deleteComment({ params }: AzureCall, found: AzurePull): FakeAnswer {
  const comment = findOwnComment(params, found);
  if ("status" in comment) return comment;
  comment.isDeleted = true;
  return { status: 200 };
}

function findOwnComment(params: AzureCall["params"], found: AzurePull): AzureComment | FakeAnswer {
  const [, , threadId, commentId] = params;
  const thread = found.threads.find(({ id }) => String(id) === threadId);
  const comment = thread?.comments.find(({ id }) => String(id) === commentId);
  if (comment === undefined) {
    return fail(404, "GitPullRequestCommentNotFoundException", `Comment ${commentId} was not found.`);
  }
  if (comment.author === bot) return comment;
  return fail(403, "GitPullRequestCommentCannotBeUpdatedException", "Only its author can change a comment.");
}
