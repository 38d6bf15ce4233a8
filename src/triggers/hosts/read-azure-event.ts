import { z } from "zod";
import { parseDelivery } from "../../code-hosts/parse-delivery.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import { isDeletion, readPushedCommits, shortRef } from "./push-parts.ts";

const text = z.string().nullish();
const repository = z.object({ remoteUrl: z.string() });
const person = z.object({ uniqueName: text, displayName: text }).nullish();

const push = z.object({
  resource: z.object({
    repository,
    pushedBy: person,
    refUpdates: z.array(z.object({ name: z.string(), oldObjectId: text, newObjectId: z.string() })),
    commits: z.array(z.object({ comment: text })).nullish(),
  }),
});

const merged = z.object({
  resource: z.object({
    repository,
    status: z.string(),
    pullRequestId: z.int(),
    title: text,
    description: text,
    createdBy: person,
    sourceRefName: z.string(),
    targetRefName: z.string(),
    lastMergeCommit: z.object({ commitId: z.string() }).nullish(),
    labels: z.array(z.object({ name: z.string() })).nullish(),
  }),
});

const eventType = z.object({ eventType: z.string() });

/** Returns an empty list if nothing is to be started. Deliveries do not include changed paths. */
export function readAzureEvent(payload: unknown): TriggerEvent[] {
  switch (parseDelivery(eventType, payload).eventType) {
    case "git.push":
      return readPush(parseDelivery(push, payload).resource);
    case "git.pullrequest.updated":
    case "git.pullrequest.merged":
      return readMerge(parseDelivery(merged, payload).resource);
    default:
      return [];
  }
}

function readPush(told: z.output<typeof push>["resource"]): TriggerEvent[] {
  const author = nameOf(told.pushedBy);
  return told.refUpdates
    .filter(({ newObjectId }) => !isDeletion(newObjectId))
    .map(({ name, oldObjectId, newObjectId }) => ({
      kind: name.startsWith("refs/tags/") ? "release" : "push",
      ...{ repository: told.repository.remoteUrl, ref: shortRef(name), commit: newObjectId },
      ...(oldObjectId && { before: oldObjectId }),
      ...(author && { author }),
      text: readPushedCommits((told.commits ?? []).map(({ comment: message }) => ({ message }))).text,
    }));
}

function readMerge(told: z.output<typeof merged>["resource"]): TriggerEvent[] {
  if (told.status !== "completed") return [];
  const author = nameOf(told.createdBy);
  return [
    {
      ...{ kind: "merge", repository: told.repository.remoteUrl, ref: shortRef(told.targetRefName) },
      number: told.pullRequestId,
      ...(told.lastMergeCommit && { commit: told.lastMergeCommit.commitId }),
      before: shortRef(told.sourceRefName),
      labels: (told.labels ?? []).map(({ name }) => name),
      ...(told.title && { title: told.title }),
      ...(author && { author }),
      text: told.description ?? "",
    },
  ];
}

function nameOf(who: z.output<typeof person>): string | undefined {
  return who?.uniqueName ?? who?.displayName ?? undefined;
}
