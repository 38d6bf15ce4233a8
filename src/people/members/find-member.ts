import { AppError } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";

/**
 * Finds a member by e-mail address or id, in the given organisation or else their first. Throws
 * `member_not_found`.
 */
export async function findMember(
  { database }: { database: Pick<Database, "pool"> },
  who: string,
  organisationId: string | undefined,
): Promise<{ userId: string; organisationId: string }> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ userId: string; organisationId: string }>(
      `select user_id as "userId", organisation_id as "organisationId"
       from members join people on people.id = user_id
       where (people.id = $1 or email = lower($1)) and organisation_id = coalesce($2, organisation_id)
       order by members.created_at, organisation_id limit 1`,
      [who, organisationId ?? null],
    ),
  );
  if (rows[0] === undefined) throw new AppError("member_not_found", `There is no member ${who}.`);
  return rows[0];
}
