import type { Trigger, TriggerEntry, TriggerKind } from "../../api/triggers.ts";
import { formatMoney } from "../../parts/money.tsx";
import { describeCron } from "./describe-cron.ts";

export const kindNames: Record<TriggerKind, string> = {
  schedule: "Schedule",
  source_change: "Source change",
  release: "Release",
  mention: "Mention",
  page_feedback: "Page feedback",
};

export const kindHelp: Record<TriggerKind, string> = {
  schedule: "At a time: every Monday, each night.",
  source_change: "When somebody pushes to another repository, or merges a pull request there.",
  release: "When a release is published or a tag is pushed.",
  mention: "When a person who may push here writes @copydesk in an issue or a comment.",
  page_feedback: "When a reader answers “Was this helpful?” on a page.",
};

export const hostNames = {
  github: "GitHub",
  gitlab: "GitLab",
  gitea: "Gitea",
  forgejo: "Forgejo",
  bitbucket: "Bitbucket",
  "azure-devops": "Azure DevOps",
  generic: "Anything else (Standard Webhooks)",
} as const;

/** Describes the events that it waits for, in one line. */
export function describeTrigger(trigger: Pick<Trigger, "kind" | "settings">): string {
  const { translate } = trigger.settings;
  return `${describeWait(trigger)}${translate === undefined ? "" : `, for translations: ${translate.join(", ")}`}`;
}

function describeWait({ kind, settings }: Pick<Trigger, "kind" | "settings">): string {
  const { cron, timeZone = "UTC", repository, source, refs, paths, labels } = settings;
  const any = source === "." ? "the project's own repository" : "any repository";
  const where = repository === undefined ? any : shortName(repository);
  const onRefs = refs === undefined ? "" : ` on ${refs.join(", ")}`;
  switch (kind) {
    case "schedule":
      return describeSchedule(cron ?? "", timeZone);
    case "source_change": {
      const what = settings.on === "merge" ? "Merged pull requests" : "Pushes";
      const touching = paths === undefined ? "" : ` that touch ${paths.join(", ")}`;
      const labelled = labels === undefined ? "" : ` labelled ${labels.join(" or ")}`;
      return `${what} in ${where}${onRefs}${labelled}${touching}`;
    }
    case "release":
      return `Releases and tags in ${where}${refs === undefined ? "" : `: ${refs.join(", ")}`}`;
    case "mention":
      return `Issues and comments in ${where} that say @copydesk`;
    case "page_feedback":
      return "What readers say of a page";
  }
}

function describeSchedule(cron: string, timeZone: string): string {
  const words = describeCron(cron);
  return words === null ? `${cron} in ${timeZone}` : `${words} in ${timeZone} (${cron})`;
}

/** Describes the month's budget; null if there is none. */
export function describeBudget({ budget: { maxJobs, maxCostUsd } }: Pick<Trigger, "budget">): string | null {
  const parts = [
    ...(maxJobs === undefined ? [] : [count(maxJobs)]),
    ...(maxCostUsd === undefined ? [] : [formatMoney(maxCostUsd)]),
  ];
  return parts.length === 0 ? null : `At most ${parts.join(" and ")} a month`;
}

/** Describes this month's use of it: "1 of 4 jobs, $0.30 of $2.50 used this month". */
export function describeUse({ budget, used }: Pick<Trigger, "budget" | "used">): string {
  const { maxJobs, maxCostUsd } = budget;
  const jobs =
    maxJobs === undefined ? count(used.jobs) : `${used.jobs.toLocaleString()} of ${count(maxJobs)}`;
  const cost =
    maxCostUsd === undefined
      ? formatMoney(used.costUsd)
      : `${formatMoney(used.costUsd)} of ${formatMoney(maxCostUsd)}`;
  const parts = [jobs, ...(used.costUsd === 0 && maxCostUsd === undefined ? [] : [cost])];
  return `${parts.join(", ")} used this month`;
}

function count(jobs: number): string {
  return jobs === 1 ? "1 job" : `${jobs.toLocaleString()} jobs`;
}

export const stateNames: Record<string, { label: string; color: string }> = {
  waiting: { label: "Waiting", color: "yellow" },
  due: { label: "Due", color: "yellow" },
  started: { label: "Started a job", color: "green" },
  joined: { label: "Joined a job", color: "green" },
  ignored: { label: "Ignored", color: "gray" },
  refused: { label: "Refused", color: "red" },
};

/** Describes the event in one line. */
export function describeEvent({ event }: TriggerEntry): string {
  const { kind, repository, ref, commit, page, helpful, title, text } = event;
  const where = repository === undefined ? "" : ` in ${shortName(repository)}`;
  const at = [ref, commit?.slice(0, 8)].filter(Boolean).join(" at ");
  switch (kind) {
    case "schedule":
      return "The time came";
    case "push":
      return `Push${where}${at === "" ? "" : `: ${at}`}`;
    case "merge":
      return `Merge${where}: ${title ?? at}`;
    case "release":
      return `Release${where}: ${title ?? ref ?? ""}`;
    case "comment":
      return `Comment${where}: ${(text ?? title ?? "").slice(0, 120)}`;
    case "feedback": {
      const verdict = helpful === undefined ? "Feedback on" : helpful ? "Helpful:" : "Not helpful:";
      return `${verdict} ${page ?? "a page"}`;
    }
  }
}

/** Returns the `owner/name` of an address. */
function shortName(repository: string): string {
  const parts = repository
    .replace(/\.git$/, "")
    .split(/[/:]/)
    .filter(Boolean);
  return parts.slice(-2).join("/");
}
