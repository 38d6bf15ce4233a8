import type { Retention } from "../../jobs/prune-jobs.ts";
import type { Budget } from "../../jobs/record.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import type { AutoMergeSettings, ProjectSettings } from "../../store/project-settings.ts";
import type { MonthlyUse } from "../../usage/load-caps.ts";
import { describeCap, describeMonth } from "./describe-cap.ts";
import { formatFields } from "./format-table.ts";

/** With `retention`, also shows the retention periods that apply where the project sets none. */
export function formatProject(
  project: ProjectRecord,
  { thisMonth, retention }: { thisMonth?: MonthlyUse; retention?: Retention } = {},
): string {
  const { id, name, repository, ref, host, model, settings, createdAt, hostUrl, connected } = project;
  const fields = [
    ["name", name],
    ["repository", repository],
    ["base branch", ref ?? "the repository's own"],
    ["code host", connected ? `${host}, connected` : host],
    ...(hostUrl === null ? [] : [["API of the host", hostUrl] as const]),
    ["model", model ?? "the service's default"],
    ...(settings.models === undefined ? [] : [["allowed models", settings.models.join(", ")] as const]),
    ["runs at once", settings.concurrency?.toString() ?? "as many as workers take"],
    ["open pull requests", settings.maxOpenPullRequests?.toString() ?? "without limit"],
    ["budget of a turn", formatBudget(settings.budget)],
    ["in a month", describeCap(settings.monthlyCap ?? {})],
    ...(thisMonth === undefined
      ? []
      : [["this month", describeMonth(settings.monthlyCap ?? {}, thisMonth)] as const]),
    ...formatRetention(settings, retention),
    ...formatWriteSettings(settings),
    ...formatHostSettings(settings),
    ["created", createdAt],
  ] as const;
  return `Project ${id}\n${formatFields(fields)}`;
}

function formatRetention(
  { keepTranscriptsDays, keepRecordsDays }: ProjectSettings,
  { transcriptsDays, recordsDays }: Partial<Retention> = {},
) {
  const days = (own: number | undefined, general: number | undefined) => {
    if (own !== undefined) return `${own} days after the job's end`;
    return general === undefined ? undefined : `${general} days after the job's end, as the service has it`;
  };
  const fields = [
    ["events and diffs kept", days(keepTranscriptsDays, transcriptsDays)] as const,
    ["jobs kept", days(keepRecordsDays, recordsDays)] as const,
  ];
  return fields.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

function formatWriteSettings({ paths, protectedPaths, activeContent, rules }: ProjectSettings) {
  const fields = [
    ["writes besides documentation", paths?.join(", ")] as const,
    ["never writes", protectedPaths?.join(", ")] as const,
    ["components allowed", activeContent?.components?.join(", ")] as const,
    ["hosts allowed", activeContent?.hosts?.join(", ")] as const,
    ["rules on", rules?.on?.join(", ")] as const,
    ["rules off", rules?.off?.join(", ")] as const,
    ["strict rules", rules?.strict?.join(", ")] as const,
  ];
  return fields.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

function formatHostSettings({ pullRequests, commits, feedback }: ProjectSettings) {
  const lists = (["labels", "reviewers", "assignees"] as const).map(
    (name) => [name, pullRequests?.[name]?.join(", ")] as const,
  );
  const switches = [
    pullRequests?.draft && "opened as drafts",
    pullRequests?.fork && "from a fork where needed",
    pullRequests?.deleteBranch && "branch deleted afterwards",
    pullRequests?.codeOwners && "owners of files asked to review",
    commits?.throughApi && "commits by the host's API",
  ].filter((part) => typeof part === "string");
  const fields = [
    ...lists,
    ["pull requests", switches.join(", ")] as const,
    ["reminded of after", formatDays(pullRequests?.reminderAfterDays)] as const,
    ["squashed as", pullRequests?.squashTitle] as const,
    ["merged by itself", formatAutoMerge(pullRequests?.autoMerge)] as const,
    ["follow-ups", feedback && feedback.followUps !== "off" ? feedback.followUps : undefined] as const,
    ["commits by", commits?.author && `${commits.author.name} <${commits.author.email}>`] as const,
    ["co-authors", commits?.coAuthors?.join(", ")] as const,
  ];
  return fields.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

function formatDays(days: number | undefined): string | undefined {
  if (days === undefined) return undefined;
  return days === 0 ? "never" : `${days} days`;
}

function formatAutoMerge(limits: AutoMergeSettings | undefined): string | undefined {
  if (limits === undefined) return undefined;
  return `up to ${limits.maxFiles} files and ${limits.maxLines} lines of ${limits.paths.join(", ")}`;
}

function formatBudget({ maxSteps, maxTokens, maxCostUsd, timeoutSeconds }: Budget = {}): string {
  const parts = [
    maxSteps !== undefined && `${maxSteps} steps`,
    maxTokens !== undefined && `${maxTokens} tokens`,
    maxCostUsd !== undefined && `$${maxCostUsd}`,
    timeoutSeconds !== undefined && `${timeoutSeconds} seconds`,
  ];
  return parts.filter((part) => part !== false).join(", ") || "the default";
}
