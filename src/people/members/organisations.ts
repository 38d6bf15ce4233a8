import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { nameText } from "../../schemas/plain-text.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { randomBase62 } from "../../text/base62.ts";

export interface OrganisationRecord {
  id: string;
  name: string;
  createdAt: string;
}

export const createOrganisationInput = z.strictObject({ name: nameText({ max: 100 }) });

interface Row {
  id: string;
  name: string;
  created_at: Date;
}

/** Lists these organisations, oldest first. */
export async function listOrganisations(
  { database }: { database: Pick<Database, "pool"> },
  ids: readonly string[],
): Promise<OrganisationRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<Row>(
      "select id, name, created_at from organisations where id = any($1::text[]) order by created_at, id",
      [ids],
    ),
  );
  return rows.map(toRecord);
}

/** Creates an organisation, which its creator owns. Throws `invalid_request`. */
export async function createOrganisation(
  { database }: { database: Database },
  { userId, actor }: { userId: string; actor: Actor },
  input: unknown,
): Promise<OrganisationRecord> {
  const { name } = parseInput(createOrganisationInput, input);
  const id = `org_${randomBase62(22)}`;
  return await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<Row>(
        "insert into organisations (id, name) values ($1, $2) returning id, name, created_at",
        [id, name],
      );
      await client.query("insert into members (organisation_id, user_id, role) values ($1, $2, 'owner')", [
        ...[id, userId],
      ]);
      const subject = { kind: "organisation", id, name };
      await recordAudit(client, { action: "organisation.created", actor, organisationId: id, subject });
      return toRecord(rows[0]!);
    }),
  );
}

function toRecord({ id, name, created_at }: Row): OrganisationRecord {
  return { id, name, createdAt: created_at.toISOString() };
}
