import { createHash } from "node:crypto";
import type { HostDelivery, ReadWebhook } from "../code-hosts/webhook-types.ts";
import { AppError } from "../errors.ts";
import type { JobPullRequest } from "../jobs/record.ts";
import type { Client, Database } from "../store/database.ts";
import { toText } from "../store/storable-text.ts";
import { inDeliveryOrder, keepFeedback, type ToldEvent } from "./keep-feedback.ts";
import { setPullRequestState } from "./set-pull-request-state.ts";
import { toToldEvent } from "./to-told-event.ts";

/** How to read a project's deliveries. */
export interface Webhook {
  read: ReadWebhook;
  secret: string;
  /** Host login of the project's credentials; null if unknown. */
  login: string | null;
}

/** Returns null if the project does not exist or has no webhook secret, or its host has no webhooks. */
export type OpenWebhook = (projectId: string) => Promise<Webhook | null>;

export interface ReceiveDeps {
  database: Database;
  openWebhook: OpenWebhook;
}

/**
 * Handles a delivery of a host's webhook: its consequences are stored before this resolves, without any
 * request to the host. Throws `project_not_found`, `invalid_signature`, `invalid_request`, `unavailable`.
 */
export async function receiveDelivery(
  deps: ReceiveDeps,
  projectId: string,
  delivery: HostDelivery,
): Promise<{ repeated: boolean }> {
  if (delivery.body.length === 0) throw new AppError("invalid_request", "The delivery has no body.");
  const webhook = projectId.includes("\0") ? null : await deps.openWebhook(projectId);
  if (webhook === null || webhook.secret === "")
    throw new AppError("project_not_found", "There is no such project, or it expects no deliveries.");
  const { deliveryId, events } = await webhook.read(delivery, webhook.secret);
  const isNew = await storeDelivery(deps.database, {
    projectId,
    deliveryId,
    bodyHash: createHash("sha256").update(delivery.body).digest(),
    events: events.flatMap((event) => toToldEvent(event, webhook.login) ?? []),
  });
  return { repeated: !isNew };
}

export interface Delivery {
  projectId: string;
  /** The host's own id of the delivery. */
  deliveryId: string;
  /** Hash of the signed bytes. */
  bodyHash: Buffer;
  events: readonly ToldEvent[];
}

const idCharactersMax = 255;

const dropOld = `
  with deliveries as (
    delete from host_deliveries where project_id = $1 and received_at <= statement_timestamp() - interval '7 days'
  )
  delete from host_feedback
  where project_id = $1 and created_at <= statement_timestamp() - interval '30 days' and state not in ('pending', 'sent')`;

const insertDelivery = `
  insert into host_deliveries (project_id, delivery_id, body_hash) values ($1, $2, $3)
  on conflict do nothing`;

/**
 * Stores a delivery and all its consequences in one transaction. Returns false without changes if it came
 * before, by its id or its bytes. Throws `unavailable`.
 */
export function storeDelivery(database: Database, delivery: Delivery): Promise<boolean> {
  const { projectId, deliveryId, bodyHash, events } = delivery;
  return inDeliveryOrder(database, projectId, async (client) => {
    await client.query(dropOld, [projectId]);
    const id = toText(deliveryId).slice(0, idCharactersMax);
    const { rowCount } = await client.query(insertDelivery, [projectId, id, bodyHash]);
    if (rowCount === 0) return false;
    await client.query(lockJobs, [projectId, ...toldOf(events)]);
    for (const event of events) {
      if (event.kind === "pull_request") await follow(client, projectId, event);
      else if (event.kind === "review") await client.query(doubtNumber, [projectId, event.number]);
      else await keepFeedback(client, projectId, [event]);
    }
    return true;
  });
}

const branchJob = "'(?:^|:)copydesk/(.+)$'";
/** Matches the branch without the fork's owner; branch names have no colon. */
const branchName = "'[^:]*$'";

// Locks all rows before the first change, in order of their ids as everywhere else.
const lockJobs = `
  select 1 from jobs
  where project_id = $1 and (
    pull_request is not null and (pull_request ->> 'number')::integer = any($2::integer[])
    or id in (select substring(branch from ${branchJob}) from unnest($3::text[]) as branch)
    or has_chosen_branch and branch in (select substring(told from ${branchName}) from unnest($3::text[]) as told))
  order by id for no key update`;

function toldOf(events: readonly ToldEvent[]): [numbers: number[], branches: string[]] {
  const followed = events.filter(({ kind }) => kind === "pull_request" || kind === "review");
  return [
    followed.flatMap((event) => ("number" in event ? [event.number] : [])),
    followed.flatMap((event) => ("branch" in event ? [event.branch] : [])),
  ];
}

interface ToldJob {
  id: string;
  /** True if a turn is running, which may write the pull request again when it ends. */
  isActive: boolean;
  number: number | null;
  state: JobPullRequest["state"] | null;
}

const findJobs = `
  select id, (status = 'active' or lease is not null) as "isActive", (pull_request ->> 'number')::integer as number,
    pull_request ->> 'state' as state
  from jobs
  where project_id = $1 and (
    pull_request is not null and (pull_request ->> 'number')::integer = $2
    or id = substring($3 from ${branchJob})
    or has_chosen_branch and branch = substring($3 from ${branchName}))
  order by id`;

const doubt = "update jobs set pull_request_doubted_at = clock_timestamp() where id = $1";

const doubtNumber = `
  update jobs set pull_request_doubted_at = clock_timestamp()
  where project_id = $1 and pull_request is not null and (pull_request ->> 'number')::integer = $2
    and pull_request ->> 'state' = 'open'`;

async function follow(
  client: Client,
  projectId: string,
  told: Extract<ToldEvent, { kind: "pull_request" }>,
): Promise<void> {
  const { rows } = await client.query<ToldJob>(findJobs, [projectId, told.number, told.branch]);
  for (const job of rows) {
    const { set, ask } = judgeState(job, told);
    if (set) await setPullRequestState({ pool: client }, { jobId: job.id, number: told.number }, told.state);
    if (ask) await client.query(doubt, [job.id]);
  }
}

/**
 * Deliveries come in no particular order. States that an older delivery may report wrongly (open after
 * closed, closed without a merge), or that a running turn may overwrite, are read from the host later.
 */
function judgeState(
  job: ToldJob,
  told: { number: number; state: JobPullRequest["state"] },
): { set: boolean; ask: boolean } {
  if (job.number !== told.number) return { set: false, ask: job.isActive && told.state !== "open" };
  if (job.state === "merged" || job.state === told.state) return { set: false, ask: false };
  if (told.state === "open") return { set: false, ask: true };
  return { set: true, ask: told.state === "closed" || job.isActive };
}
