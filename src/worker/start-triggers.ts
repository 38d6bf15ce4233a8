import { setTimeout as sleep } from "node:timers/promises";
import type { Author } from "../jobs/author.ts";
import { cleanName } from "../outgoing/clean-name.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { loadProject } from "../projects/project-row.ts";
import { askWhoMentioned } from "../triggers/ask-who-mentioned.ts";
import { type FireDeps, fireRuns } from "../triggers/fire-runs.ts";
import { fireSchedules } from "../triggers/fire-schedules.ts";
import { gatherRuns } from "../triggers/gather-runs.ts";
import { oneAtATime } from "./claims/one-at-a-time.ts";
import { lookAtSources, type SourceDeps } from "./sources/look-at-sources.ts";

export interface TriggerWorkDeps extends Omit<FireDeps, "authorOf">, SourceDeps {
  knownSecrets: KnownSecrets;
}

const closingMs = 5_000;

/**
 * Handles triggers until closed: due schedules, mentions of Copydesk, watched context repositories, and the
 * resulting jobs. Each step is repeatable and safe on several workers at once.
 */
export function startTriggers(deps: TriggerWorkDeps): { close(): Promise<void> } {
  const { database, log } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  const fire: FireDeps = { ...deps, authorOf: (trigger) => authorOf(deps, trigger) };
  const steps = [
    () => fireSchedules(database),
    () => askWhoMentioned(database, (projectId, author) => mayPush(deps, projectId, author)),
    () => gatherRuns(database),
    () => fireRuns(fire, signal),
  ];
  const work = oneAtATime(async () => {
    for (const step of steps) {
      if (signal.aborted) return;
      await step().catch((error: unknown) => log.warn({ err: error }, "triggers"));
    }
  });
  const report = (error: unknown) => log.warn({ err: error }, "sources of triggers");
  const looking = oneAtATime(() => lookAtSources(deps, signal).catch(report));
  const pulses = [
    database.pulse.onDue("triggers", work.run),
    database.pulse.onDue("trigger_sources", looking.run),
  ];
  return {
    async close() {
      for (const stopPulse of pulses) stopPulse();
      closing.abort();
      const idle = Promise.all([work.idle(), looking.idle()]);
      await Promise.race([idle, sleep(closingMs, undefined, { ref: false })]);
    },
  };
}

async function mayPush(
  { database, openProjectHost }: TriggerWorkDeps,
  projectId: string,
  author: string,
): Promise<boolean> {
  const project = await loadProject(database, projectId);
  if (project === undefined) return false;
  const { repository, host, host_url: hostUrl, credentials } = project;
  const { connection } = openProjectHost({ projectId, repository, host, hostUrl, credentials });
  return await connection.canWrite(author);
}

async function authorOf(
  { knownSecrets }: TriggerWorkDeps,
  { id, name, projectId }: { id: string; name: string; projectId: string },
): Promise<Author> {
  return {
    kind: "trigger",
    id,
    name: await cleanName(
      createGate(() => knownSecrets.of(projectId)),
      name,
    ),
  };
}
