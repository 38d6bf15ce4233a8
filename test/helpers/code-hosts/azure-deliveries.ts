import { buildJson, commentJson, pageOf, personJson, pullJson, repositoryJson } from "./azure-json.ts";
import { type AzureBuild, type AzureComment, type AzurePull, type AzureState, guid } from "./azure-state.ts";

export interface AzureEvent {
  eventType: string;
  resource: object;
  resourceVersion: string;
  text: string;
}

/**
 * A delivery with all that a service hook sends; the user of its Basic authentication is anybody's choice.
 */
export function sendDelivery(
  { eventType, resource, resourceVersion, text }: AzureEvent,
  { secret, deliveryId }: { secret: string; deliveryId: string },
): { headers: Record<string, string>; body: Buffer } {
  const said = { text, html: text, markdown: text };
  const payload = {
    subscriptionId: guid(600),
    notificationId: 12,
    id: deliveryId,
    eventType,
    publisherId: "tfs",
    message: said,
    detailedMessage: said,
    resource,
    resourceVersion,
    resourceContainers: {
      collection: { id: guid(601) },
      account: { id: guid(602) },
      project: { id: guid(603) },
    },
    createdDate: "2026-03-01T10:00:05.1234567Z",
  };
  const password = Buffer.from(`hooks:${secret}`).toString("base64");
  return {
    headers: { "content-type": "application/json; charset=utf-8", authorization: `Basic ${password}` },
    body: Buffer.from(JSON.stringify(payload)),
  };
}

export function pullEvent(state: AzureState, pull: AzurePull): AzureEvent {
  const eventType = pull.status === "active" ? "git.pullrequest.created" : "git.pullrequest.updated";
  const text = `bot marked the pull request as ${pull.status}`;
  return { eventType, resource: pullJson(state, pull), resourceVersion: "1.0", text };
}

/** Of a comment of the thread. */
export function commentEvent(
  state: AzureState,
  pull: AzurePull,
  said: { comment: AzureComment; threadId: number; change?: object },
): AzureEvent {
  const { comment, threadId, change = {} } = said;
  const pullUrl = `https://dev.azure.com/intern/_apis/git/pullRequests/${pull.number}`;
  const threads = { href: `${pullUrl}/threads/${threadId}` };
  const links = { self: { href: `${threads.href}/comments/${comment.id}` }, threads };
  const told = { ...commentJson(state, comment), _links: links, ...change };
  return {
    eventType: "ms.vss-code.git-pullrequest-comment-event",
    resource: { comment: told, pullRequest: pullJson(state, pull) },
    resourceVersion: "2.0",
    text: `${comment.author} has commented on a pull request`,
  };
}

export function buildEvent(
  state: AzureState,
  build: AzureBuild,
  { text, change = {} }: { text: string; change?: object },
): AzureEvent {
  const resource = { ...buildJson(state, build), ...change };
  return { eventType: "build.complete", resource, resourceVersion: "2.0", text };
}

export function pushEvent(state: AzureState): AzureEvent {
  const resource = {
    commits: [],
    refUpdates: [{ name: "refs/heads/main" }],
    repository: repositoryJson(state, state.repository),
    pushedBy: personJson(state, "writer"),
    url: pageOf(state, 0),
  };
  return { eventType: "git.push", resource, resourceVersion: "1.0", text: "writer pushed updates" };
}
