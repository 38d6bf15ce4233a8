import { type Database, inTransaction } from "../../store/database.ts";

const counters = "queued, waiting, running, opening, will_open, open_pull_requests";

const findMiscounted = `
  select project_id as id from (select project_id, ${counters} from counted_load except select project_id, ${counters} from project_load) as wrong
  order by project_id`;

const lockLoad = "select 1 from project_load where project_id = $1 for no key update";

const recount = `
  update project_load set (${counters}) = (select ${counters} from counted_load where counted_load.project_id = $1)
  where project_id = $1`;

/**
 * Returns the projects whose counters do not match their jobs: claims would skip their jobs or exceed their
 * limits.
 */
export async function findMiscountedProjects({ pool }: Pick<Database, "pool">): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(findMiscounted);
  return rows.map(({ id }) => id);
}

/** Counts the projects' jobs again. Others may change jobs meanwhile; their changes are added afterwards. */
export async function repairLoad(database: Database, projectIds: readonly string[]): Promise<void> {
  for (const id of projectIds) {
    await inTransaction(database, async (client) => {
      await client.query(lockLoad, [id]);
      await client.query(recount, [id]);
    });
  }
}
