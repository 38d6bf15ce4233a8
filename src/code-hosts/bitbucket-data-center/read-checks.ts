import type { z } from "zod";
import { isOwnCheck } from "../checks-report.ts";
import { type CheckState, combineChecks } from "../combine-checks.ts";
import type { DataCenterClient } from "./client.ts";
import { buildSchema } from "./schemas.ts";

type Build = z.output<typeof buildSchema>;

const known: Record<string, CheckState | undefined> = {
  ...{ SUCCESSFUL: "green", INPROGRESS: "pending" },
};

/** Combines the builds of the commit; a cancelled or unknown state counts as failed. */
export async function readChecks(client: DataCenterClient, commit: string): Promise<CheckState> {
  const builds = (await listBuilds(client, commit)).filter(({ key }) => !isOwnCheck(key));
  return combineChecks(builds.map(({ state }) => known[state] ?? "failed"));
}

/** Lists the newest build per key. Builds have an API of their own, which returns the newest first. */
export async function listBuilds(client: DataCenterClient, commit: string): Promise<Build[]> {
  const all = client.list({
    path: `${client.root}/rest/build-status/1.0/commits/${commit}`,
    query: { orderBy: "NEWEST" },
    item: buildSchema,
    action: "read the builds of the commit",
  });
  const newest = new Map<string, Build>();
  for await (const build of all) if (!newest.has(build.key)) newest.set(build.key, build);
  return [...newest.values()];
}
