import type { Budget } from "../jobs/record.ts";
import type { ProjectRecord } from "../projects/project-record.ts";
import { formatFields } from "./format-table.ts";

export function formatProject(project: ProjectRecord): string {
  const { id, name, repository, ref, host, model, settings, createdAt } = project;
  const fields = [
    ["name", name],
    ["repository", repository],
    ["base branch", ref ?? "the repository's own"],
    ["code host", host],
    ["model", model ?? "the service's default"],
    ["runs at once", settings.concurrency?.toString() ?? "as many as workers take"],
    ["open pull requests", settings.maxOpenPullRequests?.toString() ?? "without limit"],
    ["budget of a turn", formatBudget(settings.budget)],
    ["created", createdAt],
  ] as const;
  return `Project ${id}\n${formatFields(fields)}`;
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
