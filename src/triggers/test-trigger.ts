import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { findOverlaps } from "../jobs/find-overlaps.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { findSpentBudget } from "./gather-runs.ts";
import { judgeEvent } from "./judge-event.ts";
import { renderTopic } from "./render-template.ts";
import { storeTriggerEvent } from "./store-trigger-event.ts";
import { type TriggerEvent, toTriggerEvent } from "./trigger-event.ts";
import { loadTriggerRow, type TriggerAddress, type TriggerRow, whyOff } from "./trigger-rows.ts";
import { testTriggerInput, type triggerTest } from "./trigger-schema.ts";
import { writeRun } from "./write-run.ts";

/**
 * Returns what a trigger would request for an event, and whether it would; with `start`, it does. Consumes
 * nothing else. Throws `trigger_not_found`, `invalid_request`.
 */
export async function testTrigger(
  { database }: { database: Database },
  address: TriggerAddress,
  input: unknown,
): Promise<z.output<typeof triggerTest>> {
  const { event: given, start } = parseInput(testTriggerInput, input);
  const trigger = await loadTriggerRow(database.pool, address);
  const language = trigger.settings.translate?.[0];
  const event = toTriggerEvent({ ...exampleOf(trigger), ...given, ...(language && { language }) });
  const { prompt } = writeRun(trigger, "", [event]);
  const ignored =
    whyOff(trigger) ?? judgeEvent(trigger, event) ?? (await findSpentBudget(database.pool, trigger));
  const overlaps = await findOverlaps({ database }, address.projectId, { prompt: prompt.slice(0, 30_000) });
  const started = start && ignored === null;
  if (started) {
    const told = { deliveryId: `test ${randomUUID()}`, event, ignored };
    await guardStore(() => storeTriggerEvent(database.pool, trigger, told));
  }
  return {
    ...{ prompt, topic: renderTopic(trigger.topic, event), ignored, started },
    overlaps: overlaps.data.map(({ jobId, prLink, paths }) => ({ jobId, prLink, paths })),
  };
}

function exampleOf({ kind, settings }: TriggerRow): TriggerEvent {
  const repository = settings.repository ?? "https://example.com/source";
  const commit = "5f1c0a3b9d2e4f60718293a4b5c6d7e8f9012345";
  switch (kind) {
    case "schedule":
      return { kind: "schedule", at: new Date().toISOString() };
    case "source_change":
      return {
        ...{
          kind: settings.on ?? "push",
          repository,
          ref: "main",
          commit,
          paths: [settings.translate ? "docs/example.md" : "src/example.ts"],
        },
        ...{
          title: "An example",
          text: "An example of a change.",
          author: "docs-editor",
          labels: settings.labels,
        },
      };
    case "release":
      return { kind: "release", repository, ref: "v1.2.3", title: "1.2.3", text: "An example of a release." };
    case "mention":
      return { kind: "comment", repository, number: 7, author: "docs-editor", text: "@copydesk an example" };
    case "page_feedback":
      return { kind: "feedback", page: "/guide", helpful: false, text: "An example of feedback." };
  }
}
