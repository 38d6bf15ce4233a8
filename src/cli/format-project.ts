import type { ProjectRecord } from "../projects/project-record.ts";
import { formatFields } from "./format-table.ts";

export function formatProject({ id, name, repository, ref, host, model, createdAt }: ProjectRecord): string {
  const fields = [
    ["name", name],
    ["repository", repository],
    ["base branch", ref ?? "the repository's own"],
    ["code host", host],
    ["model", model ?? "the service's default"],
    ["created", createdAt],
  ] as const;
  return `Project ${id}\n${formatFields(fields)}`;
}
