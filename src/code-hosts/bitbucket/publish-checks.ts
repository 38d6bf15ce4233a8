import { z } from "zod";
import { type ChecksReport, ownCheck } from "../checks-report.ts";
import type { BitbucketClient } from "./client.ts";

/** A build status, of which a commit has one of each key. */
export async function publishChecks(client: BitbucketClient, report: ChecksReport): Promise<void> {
  const { commit, branch: refname, title: description, url } = report;
  await client.request({
    method: "POST",
    path: `${client.path}/commit/${commit}/statuses/build`,
    body: { key: ownCheck, name: ownCheck, state: "SUCCESSFUL", description, url, refname },
    action: "report the checks",
    schema: z.unknown(),
    repeatable: true,
  });
}
