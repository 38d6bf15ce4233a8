import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { verifyDelivery } from "../code-hosts/gitlab/verify-delivery.ts";
import { findHostModule } from "../code-hosts/host-modules.ts";
import { parseDelivery, parseDeliveryBody } from "../code-hosts/parse-delivery.ts";
import type { HostDelivery } from "../code-hosts/types.ts";
import { AppError } from "../errors.ts";
import { readAzureEvent } from "./hosts/read-azure-event.ts";
import { readBitbucketEvent } from "./hosts/read-bitbucket-event.ts";
import { readGithubEvent } from "./hosts/read-github-event.ts";
import { readGitlabEvent } from "./hosts/read-gitlab-event.ts";
import { type TriggerEvent, triggerEventSchema } from "./trigger-event.ts";
import type { TriggerRow } from "./trigger-rows.ts";

export interface TriggerDelivery {
  deliveryId: string;
  /** Empty when the delivery is about something that starts nothing. */
  events: TriggerEvent[];
}

/** What the generic endpoint takes. */
const genericBody = triggerEventSchema.extend({ kind: z.enum(["push", "merge", "release", "comment"]) });

const feedbackBody = z.object({
  token: z.string().max(200),
  page: z.string().trim().min(1).max(2_000),
  helpful: z.boolean(),
  text: z.string().max(4_000).optional(),
  /** Made by the page for each answer, so that it counts once. */
  id: z.string().max(100).optional(),
});

/**
 * Checks who sent a delivery, and reads it. Throws `invalid_signature`, `invalid_request`.
 */
export async function readTriggerDelivery(
  trigger: Pick<TriggerRow, "id" | "kind" | "settings">,
  delivery: HostDelivery,
  secret: string,
): Promise<TriggerDelivery> {
  if (trigger.kind === "page_feedback") return readFeedback(delivery, secret);
  const { host = "generic" } = trigger.settings;
  if (host === "generic") return readGeneric(delivery, secret);
  const read = findHostModule(host)?.readWebhook;
  if (read === undefined) throw new AppError("invalid_request", "This host has no deliveries.");
  await read(delivery, secret);
  // Hosts sign the body alone: what is sent again under another id is told by its bytes.
  const deliveryId = createHash("sha256").update(delivery.body).digest("hex");
  return { deliveryId, events: readOf(host, delivery) };
}

function readOf(host: string, { headers, body }: HostDelivery): TriggerEvent[] {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const json = isForm ? Buffer.from(new URLSearchParams(body.toString("utf8")).get("payload") ?? "") : body;
  const payload = parseDeliveryBody(json);
  switch (host) {
    case "github":
      return readGithubEvent(headers["x-github-event"] ?? "", payload);
    case "gitea":
    case "forgejo":
      return readGithubEvent(headers["x-forgejo-event-type"] ?? headers["x-gitea-event-type"] ?? "", payload);
    case "gitlab":
      return readGitlabEvent(payload);
    case "bitbucket":
      return readBitbucketEvent(headers["x-event-key"] ?? "", payload);
    default:
      return readAzureEvent(payload);
  }
}

/** Signed as Standard Webhooks 1.0 describes; a delivery that is older than five minutes is refused. */
function readGeneric({ headers, body }: HostDelivery, secret: string): TriggerDelivery {
  const { "x-gitlab-token": _, ...others } = headers;
  verifyDelivery({ headers: others, body }, secret, Date.now());
  const event = parseDelivery(genericBody, parseDeliveryBody(body));
  return { deliveryId: headers["webhook-id"]!, events: [event] };
}

/** The token of a page is public: it says which trigger is meant, and limits say how often. */
function readFeedback({ body }: HostDelivery, secret: string): TriggerDelivery {
  const given = parseDelivery(feedbackBody, parseDeliveryBody(body));
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (!timingSafeEqual(digest(given.token), digest(secret)))
    throw new AppError("invalid_signature", "The token does not belong to this trigger.");
  const { page, helpful, text = "", id } = given;
  const own = digest(JSON.stringify([page, helpful, text])).toString("hex");
  return {
    deliveryId: id === undefined ? own : `id ${id}`,
    events: [{ kind: "feedback", page, helpful, text }],
  };
}
