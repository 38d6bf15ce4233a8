import { z } from "zod";
import { type Permission, permissionsOfRole, type Role } from "../people/permissions.ts";
import type { Database } from "../store/database.ts";
import type { CallSlack } from "./slack-api.ts";
import type { SlackConnection } from "./slack-connections.ts";

export interface SlackPerson {
  id: string;
  name: string;
  email: string;
}

const answer = z.object({
  user: z.object({
    team_id: z.string().optional(),
    is_bot: z.boolean().optional(),
    is_email_confirmed: z.boolean().optional(),
    profile: z.object({ email: z.string().optional() }),
  }),
});

/**
 * Finds the member of the project's organisation who has the e-mail address of a Slack user. Returns a
 * sentence if there is none or their role does not suffice. Users of other workspaces that share the channel
 * are not accepted. Throws `slack_refused`, `slack_unavailable`.
 */
export async function findSlackPerson(
  { database, callSlack }: { database: Pick<Database, "pool">; callSlack: CallSlack },
  connection: SlackConnection,
  { token, user, permission }: { token: string; user: string; permission: Permission },
): Promise<SlackPerson | string> {
  const { user: known } = answer.parse(await callSlack(token, "users.info", { user }));
  if (known.is_bot) return "I do not take requests from apps.";
  if (known.team_id !== connection.team_id)
    return "I only listen to people of the workspace that I was added to.";
  const { email } = known.profile;
  if (email === undefined || known.is_email_confirmed === false)
    return "Slack does not tell me your e-mail address (it needs the scope users:read.email), so I cannot tell who you are.";
  const { rows } = await database.pool.query<SlackPerson & { role: Role }>(
    `select people.id, people.name, people.email, role
     from projects join members on members.organisation_id = projects.organisation_id
       join people on people.id = user_id
     where projects.id = $1 and people.email = lower($2)`,
    [connection.project_id, email.slice(0, 254)],
  );
  const [person] = rows;
  if (person === undefined)
    return "You have no Copydesk account with the e-mail address that you have in Slack. Ask an owner to invite you.";
  if (!permissionsOfRole(person.role).includes(permission))
    return `Your role in Copydesk, ${person.role}, does not allow this. Ask an owner.`;
  return person;
}
