import type { Command } from "commander";
import type { WebhookRecord } from "../webhooks/webhook-record.ts";
import {
  type CommandContext,
  defineCommand,
  defineRemoteCommand,
  type RemoteOptions,
  withVerbs,
} from "./command.ts";
import { parseOverlap } from "./keys/key-rotate.ts";
import { formatFields, formatTable } from "./output/format-table.ts";

interface Options extends RemoteOptions {
  project: string;
  events?: string;
  overlap?: number;
}

const projectOption = ["--project <id>", "project of the webhook"] as const;
const exampleProject = "--project prj_0123456789abcdefghijkl";
const exampleId = "wh_0123456789abcdefghijkl";

export function addWebhookCommands(group: Command, context: CommandContext): void {
  group.addCommand(
    defineCommand("create", {
      summary: "have a URL called when something happens; its secret is shown only once",
      example: `copydesk webhook create ${exampleProject} --url https://example.com/copydesk`,
    })
      .requiredOption(...projectOption)
      .requiredOption("--url <url>", "address that is called")
      .option(
        "--events <a,b>",
        "job.completed, …failed, …archived, pull_request.opened, …merged, …closed (default: these); trigger.started, …skipped, …budget_used",
      )
      .action((options: Options) => create(context, options)),
  );
  group.addCommand(
    defineRemoteCommand("list", {
      summary: "list a project's webhooks",
      example: `copydesk webhook list ${exampleProject}`,
    })
      .requiredOption(...projectOption)
      .action((options: Options) => list(context, options)),
  );
  addChange(group, context, "remove", "delete a webhook with its pending deliveries", remove);
  addChange(group, context, "enable", "enable a webhook that was disabled", enable);
  addChange(group, context, "disable", "send nothing until it is enabled again", disable);
  addChange(group, context, "ping", "send a message, to see whether it arrives", ping);
  addChange(group, context, "deliveries", "show past and pending deliveries, with every attempt", deliveries);
  const rotating = addChange(
    group,
    context,
    "rotate",
    "make a new secret; the old one stays valid for the overlap",
    rotate,
  );
  rotating.option("--overlap <time>", "how long: 0 to 7d, as 36h or 2d (default: 24h)", parseOverlap);
  group.addCommand(
    defineRemoteCommand("replay", {
      summary: "deliver a message again, under the same id",
      example: `copydesk webhook replay ${exampleProject} ${exampleId} 17`,
    })
      .requiredOption(...projectOption)
      .argument("<webhook id>", "id of the webhook")
      .argument("<delivery id>", "number of the delivery")
      .action((webhookId: string, deliveryId: string, options: Options) =>
        withVerbs(context, options, async (verbs) => {
          await verbs.replayDelivery({ projectId: options.project, webhookId, deliveryId });
          return { document: { replayed: deliveryId }, text: `Delivery ${deliveryId} is due again.` };
        }),
      ),
  );
}

type Change = (context: CommandContext, options: Options, webhookId: string) => Promise<void>;

function addChange(
  group: Command,
  context: CommandContext,
  name: string,
  summary: string,
  change: Change,
): Command {
  const command = defineRemoteCommand(name, {
    summary,
    example: `copydesk webhook ${name} ${exampleProject} ${exampleId}`,
  })
    .requiredOption(...projectOption)
    .argument("<webhook id>", "id of the webhook")
    .action((webhookId: string, options: Options) => change(context, options, webhookId));
  group.addCommand(command);
  return command;
}

/** Here `--url` is the webhook's address; a remote service is named by the environment. */
async function create(context: CommandContext, { url, ...options }: Options): Promise<void> {
  const events = options.events?.split(",").map((event) => event.trim());
  await withVerbs(context, options, async (verbs) => {
    const { secret, record } = await verbs.createWebhook(options.project, { url, events });
    return { document: { secret, ...record }, text: withSecret(secret, record) };
  });
}

async function rotate(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const address = { projectId: options.project, webhookId };
    const { secret, record } = await verbs.rotateWebhookSecret(address, { overlapHours: options.overlap });
    return { document: { secret, ...record }, text: withSecret(secret, record) };
  });
}

function withSecret(secret: string, record: WebhookRecord): string {
  return `${secret}\n\n${formatWebhook(record)}\n\nKeep the secret now: it is not shown again.`;
}

async function list(context: CommandContext, options: Options): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const data = await verbs.listWebhooks(options.project);
    const rows = data.map(({ id, url, events, disabledReason }) => [
      id,
      url,
      events.join(","),
      disabledReason ?? "enabled",
    ]);
    return {
      document: { data },
      text:
        rows.length === 0
          ? "The project has no webhooks."
          : formatTable(["ID", "URL", "EVENTS", "STATE"], rows),
    };
  });
}

async function remove(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    await verbs.removeWebhook({ projectId: options.project, webhookId });
    return { document: { removed: webhookId }, text: `Webhook ${webhookId} is removed.` };
  });
}

async function enable(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const record = await verbs.enableWebhook({ projectId: options.project, webhookId });
    return { document: record, text: formatWebhook(record) };
  });
}

async function disable(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const record = await verbs.disableWebhook({ projectId: options.project, webhookId });
    return { document: record, text: formatWebhook(record) };
  });
}

async function ping(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const due = await verbs.pingWebhook({ projectId: options.project, webhookId });
    return { document: due, text: `Delivery ${due.deliveryId} is due.` };
  });
}

async function deliveries(context: CommandContext, options: Options, webhookId: string): Promise<void> {
  await withVerbs(context, options, async (verbs) => {
    const data = await verbs.listDeliveries({ projectId: options.project, webhookId });
    const rows = data.map(({ id, type, jobId, state, attempts, nextAttemptAt }) => {
      const last = attempts.at(-1);
      const answer = last === undefined ? "not tried yet" : (last.error ?? `${last.status}`);
      return [id, type, jobId ?? "", state, String(attempts.length), answer, nextAttemptAt ?? ""];
    });
    const head = ["ID", "EVENT", "JOB", "STATE", "ATTEMPTS", "LAST ANSWER", "NEXT ATTEMPT"];
    return {
      document: { data },
      text: rows.length === 0 ? "Nothing has been delivered yet." : formatTable(head, rows),
    };
  });
}

function formatWebhook({ id, url, events, disabledReason }: WebhookRecord): string {
  const fields = [
    ["url", url],
    ["events", events.join(", ")],
    ["state", disabledReason ?? "enabled"],
  ] as const;
  return `Webhook ${id}\n${formatFields(fields)}`;
}
