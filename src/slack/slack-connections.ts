import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { randomBase62 } from "../text/base62.ts";
import type { CallSlack } from "./slack-api.ts";
import { connectSlackInput, type SlackConnectionRecord, slackPath } from "./slack-schema.ts";

export interface SlackConnection {
  id: string;
  project_id: string;
  team_id: string;
  team_name: string;
  channel_id: string;
  bot_user_id: string;
  /** Encrypted. */
  secrets: string;
  created_at: Date;
}

export interface ConnectSlackDeps extends ActorDeps {
  database: Database;
  secretBox: SecretBox;
  callSlack: CallSlack;
  /** Without a trailing slash. */
  publicUrl: string;
}

const connectionsMax = 50;

const ownFacts = z.object({ team_id: z.string(), team: z.string(), user_id: z.string() });
const secretsSchema = z.object({ botToken: z.string(), signingSecret: z.string() });

/** Returns the context that its secrets are encrypted for. */
export function slackContext(connectionId: string): string {
  return `secrets of ${connectionId}`;
}

export function openSlackSecrets(
  { secretBox }: { secretBox: SecretBox },
  { id, secrets }: Pick<SlackConnection, "id" | "secrets">,
): z.output<typeof secretsSchema> {
  return secretsSchema.parse(JSON.parse(secretBox.open(secrets, slackContext(id))));
}

/**
 * Connects a channel, in which people can then ask for jobs of the project. Slack identifies the token's
 * owner. Throws `project_not_found`, `invalid_request`, `slack_refused`, `slack_unavailable`.
 */
export async function connectSlack(
  deps: ConnectSlackDeps,
  projectId: string,
  input: unknown,
): Promise<SlackConnectionRecord> {
  const { botToken, signingSecret, channelId } = parseInput(connectSlackInput, input);
  const found = ownFacts.safeParse(await deps.callSlack(botToken, "auth.test", {}));
  if (!found.success) throw new AppError("slack_refused", "Slack does not say whom this token belongs to.");
  const { team_id: teamId, team: teamName, user_id: botUserId } = found.data;
  const id = `slk_${randomBase62(22)}`;
  const secrets = deps.secretBox.seal(JSON.stringify({ botToken, signingSecret }), slackContext(id));
  const work = () =>
    inTransaction(deps.database, async (client) => {
      await assertRoom(client, projectId);
      const { rows } = await client.query<SlackConnection>(
        `insert into slack_connections (id, project_id, team_id, team_name, channel_id, bot_user_id, secrets)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (team_id, channel_id) do nothing returning *`,
        [id, projectId, teamId, teamName, channelId, botUserId, secrets],
      );
      if (rows[0] === undefined)
        throw invalidRequest([{ path: "channelId", message: "is already connected to a project" }]);
      const record = toRecord(rows[0], deps.publicUrl);
      const subject = { kind: "slack_connection", id, name: teamName };
      await recordAudit(client, {
        ...{ action: "slack.connected", actor: actorOf(deps), projectId, subject, after: record },
      });
      return record;
    });
  return await guardStore(work);
}

async function assertRoom(client: Client, projectId: string): Promise<void> {
  const project = await client.query("select 1 from projects where id = $1 for no key update", [projectId]);
  if (project.rowCount === 0) throw new AppError("project_not_found", "There is no such project.");
  const { rowCount } = await client.query("select 1 from slack_connections where project_id = $1", [
    projectId,
  ]);
  if (rowCount! >= connectionsMax)
    throw new AppError("invalid_request", `A project has at most ${connectionsMax} channels of Slack.`);
}

/** Lists the project's connections, oldest first. */
export async function listSlackConnections(
  { database, publicUrl }: Pick<ConnectSlackDeps, "database" | "publicUrl">,
  projectId: string,
): Promise<SlackConnectionRecord[]> {
  const all = "select * from slack_connections where project_id = $1 order by created_at, id";
  const { rows } = await guardStore(() => database.pool.query<SlackConnection>(all, [projectId]));
  return rows.map((row) => toRecord(row, publicUrl));
}

/**
 * Deletes a connection with its secrets; jobs stay, but their threads are no longer followed. Throws
 * `slack_not_found`.
 */
export async function disconnectSlack(
  deps: Pick<ConnectSlackDeps, "database" | "publicUrl" | "actor">,
  { projectId, connectionId }: { projectId: string; connectionId: string },
): Promise<void> {
  const remove = "delete from slack_connections where id = $1 and project_id = $2 returning *";
  await guardStore(() =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<SlackConnection>(remove, [connectionId, projectId]);
      if (rows[0] === undefined)
        throw new AppError("slack_not_found", `The project has no channel of Slack ${connectionId}.`);
      const before = toRecord(rows[0], deps.publicUrl);
      const subject = { kind: "slack_connection", id: connectionId, name: before.teamName };
      await recordAudit(client, {
        ...{ action: "slack.disconnected", actor: actorOf(deps), projectId, subject, before },
      });
    }),
  );
}

function toRecord(row: SlackConnection, publicUrl: string): SlackConnectionRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    teamId: row.team_id,
    teamName: row.team_name,
    channelId: row.channel_id,
    requestUrl: publicUrl + slackPath,
    createdAt: row.created_at.toISOString(),
  };
}
