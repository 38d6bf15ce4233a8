import { useLocalStorage } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";
import { managedProjectPath } from "../api/managed-project.ts";
import { type ProjectPage, type ProjectSummary, projectsPath } from "../api/projects.ts";
import { useApi } from "../api/use-api.ts";
import { useCan, useMe } from "./me-context.ts";

export interface CurrentProject {
  /** Of the address, else the asked one, else the last chosen one, else the first; null: there is none. */
  projectId: string | null;
  /** Null while loading, and for readers of a share link. */
  project: ProjectSummary | null;
  /** By their names; only the first of very many. */
  projects: readonly ProjectSummary[];
  isLoading: boolean;
  /** Why the projects could not be listed. */
  error: Error | null;
  choose(projectId: string): void;
}

export function useProject(asked?: string): CurrentProject {
  const me = useMe();
  const mayList = useCan("projects:read") && me.kind !== "share_link";
  const { projectId: ofAddress } = useParams({ strict: false }) as { projectId?: string };
  const [chosen, setChosen] = useLocalStorage({ key: "copydesk.project", defaultValue: "" });
  const { data, isPending, error } = useApi<ProjectPage>(mayList ? projectsPath : null);
  const projects = data?.data ?? [];
  const wanted = ofAddress ?? asked ?? chosen;
  const listed = projects.find(({ id }) => id === wanted);
  const isFurther = wanted !== "" && listed === undefined && data?.nextCursor != null;
  const further = useApi<ProjectSummary>(isFurther ? managedProjectPath(wanted) : null);
  const found = listed ?? further.data;
  const project = found ?? (ofAddress || further.isLoading ? undefined : projects[0]);
  return {
    projectId: ofAddress ?? project?.id ?? null,
    project: project ?? null,
    projects,
    isLoading: mayList && (isPending || further.isLoading),
    error,
    choose: (projectId) => setChosen(projectId),
  };
}
