import { z } from "zod";
import { isOwnCheck } from "../checks-report.ts";
import { type CheckState, combineChecks } from "../combine-checks.ts";
import { listPages } from "../rest/list-pages.ts";
import type { GithubClient } from "./client.ts";

const runs = z.object({
  check_runs: z.array(z.object({ name: z.string(), status: z.string(), conclusion: z.string().nullable() })),
});
const statuses = z.object({ statuses: z.array(z.object({ context: z.string(), state: z.string() })) });

const pagesMax = 10;
const action = "read the checks";

/** Combines check runs and statuses, the newest of each name, as selected by GitHub. */
export async function readChecks(client: GithubClient, commit: string): Promise<CheckState> {
  const of = `${client.path}/commits/${commit}`;
  const states: CheckState[] = [];
  const latest = { path: `${of}/check-runs`, query: { filter: "latest" }, action, schema: runs };
  for await (const { check_runs } of listPages(client, latest, { pagesMax }))
    states.push(...check_runs.filter(({ name }) => !isOwnCheck(name)).map(stateOfRun));
  for await (const page of listPages(
    client,
    { path: `${of}/status`, action, schema: statuses },
    { pagesMax },
  ))
    states.push(
      ...page.statuses.filter(({ context }) => !isOwnCheck(context)).map(({ state }) => stateOfStatus(state)),
    );
  return combineChecks(states);
}

function stateOfRun({ status, conclusion }: { status: string; conclusion: string | null }): CheckState {
  if (status !== "completed") return "pending";
  if (conclusion === "success") return "green";
  return conclusion === "neutral" || conclusion === "skipped" ? "none" : "failed";
}

function stateOfStatus(state: string): CheckState {
  if (state === "success") return "green";
  return state === "pending" ? "pending" : "failed";
}
