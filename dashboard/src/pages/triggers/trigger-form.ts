import type { CreateTriggerBody, Trigger, TriggerKind, TriggerSettings } from "../../api/triggers.ts";
import { toLines } from "../../parts/to-lines.ts";

/** Values of the dialog's fields; lists have one entry per line. */
export interface TriggerForm {
  name: string;
  kind: TriggerKind;
  prompt: string;
  topic: string;
  cron: string;
  timeZone: string;
  host: string;
  repository: string;
  source: string;
  translate: string;
  refs: string;
  paths: string;
  labels: string;
  askAuthors: boolean;
  on: string;
  windowMinutes: number | "";
  maxJobs: number | "";
  maxCostUsd: number | "";
}

type SettingName = keyof TriggerSettings;

/** Settings of each kind; the service refuses those of another. */
export const settingsOf: Record<TriggerKind, readonly SettingName[]> = {
  schedule: ["cron", "timeZone", "translate"],
  source_change: ["host", "repository", "source", "on", "refs", "paths", "labels", "translate", "askAuthors"],
  release: ["host", "repository", "source", "refs", "translate"],
  mention: ["host", "repository"],
  page_feedback: [],
};

export const examplePrompts: Record<TriggerKind, string> = {
  schedule: "Fix broken links",
  source_change: "Document what changed in {{commit}}: {{text}}",
  release: "Write the release notes of {{ref}} from {{text}}",
  mention: "{{text}}",
  page_feedback: "Improve {{page}}. A reader wrote: {{text}}",
};

export function emptyForm(timeZone: string): TriggerForm {
  return {
    ...{
      name: "",
      kind: "schedule",
      prompt: examplePrompts.schedule,
      topic: "",
      cron: "0 6 * * 1",
      timeZone,
    },
    ...{
      host: "github",
      repository: "",
      source: "",
      translate: "",
      refs: "",
      paths: "",
      labels: "",
      askAuthors: false,
      on: "push",
    },
    ...{ windowMinutes: "", maxJobs: "", maxCostUsd: "" },
  };
}

export function toForm({ name, kind, settings, prompt, topic, windowSeconds, budget }: Trigger): TriggerForm {
  const lines = (list: string[] | undefined) => (list ?? []).join("\n");
  return {
    ...{ name, kind, prompt, topic },
    ...{ cron: settings.cron ?? "", timeZone: settings.timeZone ?? "UTC" },
    ...{ host: settings.host ?? "generic", repository: settings.repository ?? "", on: settings.on ?? "push" },
    ...{
      source: settings.source ?? "",
      translate: lines(settings.translate),
      refs: lines(settings.refs),
      paths: lines(settings.paths),
      labels: lines(settings.labels),
    },
    askAuthors: settings.askAuthors ?? false,
    windowMinutes: windowSeconds === 0 ? "" : windowSeconds / 60,
    ...{ maxJobs: budget.maxJobs ?? "", maxCostUsd: budget.maxCostUsd ?? "" },
  };
}

/** Another kind brings its own example, unless a prompt was written. */
export function withKind(form: TriggerForm, kind: TriggerKind): TriggerForm {
  const isExample = Object.values(examplePrompts).includes(form.prompt) || form.prompt.trim() === "";
  return { ...form, kind, ...(isExample && { prompt: examplePrompts[kind] }) };
}

/** Returns the body for the service. An empty topic is omitted: then it is the trigger's name. */
export function toBody(form: TriggerForm): CreateTriggerBody {
  const { name, kind, prompt, topic, windowMinutes, maxJobs, maxCostUsd } = form;
  return {
    ...{ name: name.trim(), kind, prompt: prompt.trim() },
    settings: settingsFrom(form),
    ...(topic.trim() !== "" && { topic: topic.trim() }),
    windowSeconds: windowMinutes === "" ? 0 : Math.round(windowMinutes * 60),
    budget: { ...(maxJobs !== "" && { maxJobs }), ...(maxCostUsd !== "" && { maxCostUsd }) },
  };
}

function settingsFrom(form: TriggerForm): TriggerSettings {
  const entries = settingsOf[form.kind].flatMap((name): [string, unknown][] => {
    if (name === "askAuthors") return form.askAuthors ? [[name, true]] : [];
    const isList = name === "refs" || name === "paths" || name === "labels" || name === "translate";
    const value = isList ? toLines(form[name]) : form[name].trim();
    return value.length === 0 ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as TriggerSettings;
}
