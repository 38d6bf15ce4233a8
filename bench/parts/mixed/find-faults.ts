import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "../../../test/helpers/test-project.ts";
import type { Ledger } from "./run-mix.ts";

const quietMsMax = 600_000;

/** Waits until no job is active, then compares what was acknowledged with the actual state. */
export async function findFaults(project: TestProject, ledger: Ledger): Promise<Record<string, number>> {
  const ask = async <Row>(text: string, values: unknown[] = []) =>
    (await project.store.database.pool.query(text, values)).rows as Row[];
  const count = async (text: string, values: unknown[] = []) =>
    (await ask<{ n: number }>(`select count(*)::integer as n from (${text}) as found`, values))[0]!.n;
  const until = performance.now() + quietMsMax;
  while ((await count("select from jobs where status = 'active'")) > 0 && performance.now() < until)
    await sleep(500);
  const ids = [...ledger.jobs.keys()];
  const prompts = new Map(
    (
      await ask<{ id: string; n: number }>(
        "select job_id as id, count(*)::integer as n from job_events where kind in ('created', 'message') group by job_id",
      )
    ).map(({ id, n }) => [id, n]),
  );
  const cancelled = ids.filter((id) => ledger.jobs.get(id)!.wasCancelled);
  for (const sentence of ledger.wrong) console.log(sentence);
  return {
    "acknowledged jobs that are not there":
      ids.length - (await count("select from jobs where id = any($1)", [ids])),
    "acknowledged messages that are not in the log": ids.filter(
      (id) => (prompts.get(id) ?? 0) < 1 + ledger.jobs.get(id)!.messages,
    ).length,
    "jobs that nobody asked for": await count("select from jobs where id <> all($1)", [ids]),
    "jobs that are still active": await count("select from jobs where status = 'active'"),
    "jobs with two open pull requests": await count(
      "select from pull_requests where state = 'open' group by job_id having count(*) > 1",
    ),
    "branches of jobs with two pull requests": await count(
      "select from pull_requests group by project_id, branch having count(*) > 1",
    ),
    "jobs that failed and were not cancelled": await count(
      "select from jobs where status = 'failed' and reason <> 'cancelled' and id <> all($1)",
      [cancelled],
    ),
    "counters that differ from the rows": await count(
      "select from project_load join counted_load using (project_id) where project_load.queued <> counted_load.queued",
    ),
    "answers that contradict others": ledger.wrong.length,
  };
}
