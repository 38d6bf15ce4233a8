import { judgeEvent } from "../judge-event.ts";
import { renderTopic } from "../render-template.ts";
import type { TriggerEvent } from "../trigger-event.ts";
import type { TriggerRecord } from "../trigger-schema.ts";
import { writeRun } from "../write-run.ts";

/** A job for related past changes. */
export interface ProposedJob {
  topic: string;
  prompt: string;
  /** Oldest first. */
  changes: { commit: string; title: string; at: string }[];
  /** Area with most of the changes. */
  area: string;
  /** Identical for the same changes, to recognise an earlier proposal or job. */
  key: string;
}

export interface Proposal {
  jobs: ProposedJob[];
  /** Number of changes in no job, by reason. */
  left: { why: string; count: number }[];
}

const template = "Bring the documentation up to date with this change of the source: {{title}}";
const changesMax = 40;

/**
 * Groups past changes into jobs: by a trigger's topic, with its prompt and filters, or by the area of the
 * source where they happened; at most 40 per job.
 */
export function proposeJobs(
  events: readonly TriggerEvent[],
  { source, trigger }: { source: string; trigger: TriggerRecord | null },
): Proposal {
  const left = new Map<string, number>();
  const groups = new Map<string, TriggerEvent[]>();
  const judged = trigger ?? { kind: "source_change" as const, settings: {} };
  for (const event of events) {
    const told = { ...event, kind: trigger?.settings.on ?? ("push" as const) };
    const why = judgeEvent(judged, told) ?? (event.paths?.length ? null : "it changes no file");
    if (why !== null) {
      left.set(why, (left.get(why) ?? 0) + 1);
      continue;
    }
    const topic =
      trigger === null ? `Backfill ${source} ${areaOf([event])}`.trim() : renderTopic(trigger.topic, told);
    groups.set(topic, [...(groups.get(topic) ?? []), told]);
  }
  const jobs = [...groups].flatMap(([topic, group]) =>
    chunk(group, changesMax).map((some) => toJob(topic, some, trigger)),
  );
  return { jobs, left: [...left].map(([why, count]) => ({ why, count })) };
}

function toJob(topic: string, events: readonly TriggerEvent[], trigger: TriggerRecord | null): ProposedJob {
  const { prompt } = writeRun(
    {
      id: trigger?.id ?? "backfill",
      prompt: trigger?.prompt ?? template,
      settings: { translate: trigger?.settings.translate },
    },
    topic,
    events,
  );
  const changes = events.map(({ commit = "", title = "", at = "" }) => ({ commit, title, at }));
  return { topic: topic.slice(0, 100), prompt, changes, area: areaOf(events), key: changes.at(-1)!.commit };
}

/** Returns the folder with most of the files, at most two levels deep; empty for the root. */
function areaOf(events: readonly TriggerEvent[]): string {
  const counts = new Map<string, number>();
  for (const path of events.flatMap(({ paths = [] }) => paths)) {
    const folder = path.split("/").slice(0, -1).slice(0, 2).join("/");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return most?.[0] ?? "";
}

function chunk<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}
