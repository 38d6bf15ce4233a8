import { writeOriginSentence } from "../text/origin-sentence.ts";
import { writeTranslationRequest } from "../translations/translation-request.ts";
import { renderPrompt } from "./render-template.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import type { TriggerRow } from "./trigger-rows.ts";

/** Below the limit of a prompt, whatever its characters are. */
const promptMax = 30_000;

/** Writes the request that creates a job for a trigger's events, all of them in one prompt. */
export function writeRun(
  trigger: Pick<TriggerRow, "id" | "prompt" | "settings">,
  topic: string,
  events: readonly TriggerEvent[],
): { prompt: string; topic?: string; metadata: Record<string, string>; reviewers?: string[] } {
  const { translate } = trigger.settings;
  const parts: string[] = [];
  const metadata = { trigger: trigger.id };
  let length = 0;
  let left = 0;
  for (const event of events) {
    const part =
      translate === undefined ? writePrompt(trigger.prompt, event) : renderPrompt(trigger.prompt, event);
    if (parts.includes(part)) continue;
    length += part.length + 2;
    if (length <= promptMax || parts.length === 0) parts.push(part.slice(0, promptMax).toWellFormed());
    else left += 1;
  }
  const more = left === 0 ? [] : [`${left} further events of the same topic are not shown here.`];
  const reviewers = trigger.settings.askAuthors === true ? authorsOf(events) : [];
  const languages = [
    ...new Set(events.flatMap(({ language }) => (language === undefined ? [] : [language]))),
  ];
  const request =
    translate === undefined ? [] : [writeTranslationRequest(languages.length === 0 ? translate : languages)];
  return {
    prompt: [...request, ...parts, ...more].join("\n\n"),
    ...(topic !== "" && { topic }),
    metadata,
    ...(reviewers.length > 0 && { reviewers }),
  };
}

const reviewersMax = 10;

/** Returns authors with names that a host could assign: others cannot be users. */
function authorsOf(events: readonly TriggerEvent[]): string[] {
  const names = events.flatMap(({ author }) => (author === undefined ? [] : [author]));
  return [...new Set(names)].filter((name) => /^[\w.-]{1,100}$/.test(name)).slice(0, reviewersMax);
}

/** Fills in the template and appends where the event happened, so that a job can inspect that very commit. */
function writePrompt(template: string, event: TriggerEvent): string {
  const prompt = renderPrompt(template, event);
  // A time happens nowhere.
  if (event.kind === "schedule") return prompt;
  const facts = (["repository", "ref", "before", "commit", "url", "at"] as const).filter(
    (name) => event[name] !== undefined && event[name] !== "",
  );
  if (facts.length === 0) return prompt;
  return `${prompt}\n\n${renderPrompt(writeOriginSentence(event.kind, facts), event)}`;
}
