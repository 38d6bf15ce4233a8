import { z } from "zod";
import { readMark } from "../marked-body.ts";
import { parseDelivery, parseDeliveryBody } from "../parse-delivery.ts";
import type { HostDelivery, HostEvent, ReadDelivery } from "../types.ts";
import { verifyHmac } from "../verify-hmac.ts";
import { stateOf } from "./find-open-pull-request.ts";
import { userSchema } from "./schemas.ts";

const pullRequestEvent = z.object({
  pullrequest: z.object({
    id: z.number(),
    state: z.string(),
    source: z.object({ branch: z.object({ name: z.string() }).nullish() }),
  }),
});

const commentEvent = z.object({
  pullrequest: z.object({ id: z.number() }),
  comment: z.object({
    content: z.object({ raw: z.string(), html: z.string().nullish() }),
    user: userSchema,
    /** `from` is a line of the old file, `to` of the new one. */
    inline: z.object({ path: z.string(), from: z.number().nullish(), to: z.number().nullish() }).nullish(),
    links: z.object({ html: z.object({ href: z.string() }) }),
  }),
});

const commitStatusEvent = z.object({
  commit_status: z.object({
    state: z.string(),
    key: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    url: z.string().nullish(),
    /** The branch, where the build system has said it. */
    refname: z.string().nullish(),
    links: z.object({ commit: z.object({ href: z.string() }) }),
  }),
});

type ReadEvents = (payload: unknown) => HostEvent[];

/** By `X-Event-Key`. */
const readers: Record<string, ReadEvents | undefined> = {
  "pullrequest:created": readPullRequest,
  "pullrequest:updated": readPullRequest,
  "pullrequest:fulfilled": readPullRequest,
  "pullrequest:rejected": readPullRequest,
  "pullrequest:comment_created": readComment,
  "repo:commit_status_created": readCommitStatus,
  "repo:commit_status_updated": readCommitStatus,
};

export async function readWebhook(delivery: HostDelivery, secret: string): Promise<ReadDelivery> {
  const { headers, body } = delivery;
  verifyHmac(body, headers["x-hub-signature"], secret);
  const payload = parseDeliveryBody(body);
  const events = readers[headers["x-event-key"] ?? ""]?.(payload) ?? [];
  return { deliveryId: headers["x-request-uuid"] ?? "", events };
}

function readPullRequest(payload: unknown): HostEvent[] {
  const { id, state, source } = parseDelivery(pullRequestEvent, payload).pullrequest;
  return [{ kind: "pull_request", number: id, state: stateOf(state), branch: source.branch?.name ?? "" }];
}

/** What Copydesk has said itself carries its mark. */
function readComment(payload: unknown): HostEvent[] {
  const { pullrequest, comment } = parseDelivery(commentEvent, payload);
  const { content, user, inline, links } = comment;
  if (readMark(content.raw) !== null) return [];
  const line = inline?.to ?? inline?.from;
  return [
    {
      kind: "comment",
      number: pullrequest.id,
      author: user.uuid,
      authorName: user.nickname ?? user.display_name ?? undefined,
      text: nameMentioned(content.raw, content.html ?? ""),
      ...(inline == null ? {} : { path: inline.path }),
      ...(line == null ? {} : { line }),
      url: links.html.href,
    },
  ];
}

/** Writes the names of mentioned people, whom the raw text has as `@{account id}`. */
function nameMentioned(raw: string, html: string): string {
  const names = new Map<string, string>();
  for (const [, id, name] of html.matchAll(/data-atlassian-id="([^"]+)"[^>]*>@?([^<]+)</g)) {
    names.set(id!, name!);
  }
  return raw.replace(/@\{([^{}]+)\}/g, (mention, id: string) =>
    names.has(id) ? `@${names.get(id)}` : mention,
  );
}

function readCommitStatus(payload: unknown): HostEvent[] {
  const { state, key, name, description, url, refname, links } = parseDelivery(
    commitStatusEvent,
    payload,
  ).commit_status;
  if (state !== "FAILED") return [];
  return [
    {
      kind: "check_failed",
      branch: refname ?? "",
      commit: links.commit.href.split("/").at(-1) ?? "",
      name: name ?? key,
      text: description ?? "",
      url: url ?? "",
    },
  ];
}
