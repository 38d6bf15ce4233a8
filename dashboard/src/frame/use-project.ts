import { useLocalStorage } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";
import { type ProjectSummary, projectsPath } from "../api/projects.ts";
import { useApi } from "../api/use-api.ts";
import { useCan, useMe } from "./me-context.ts";

export interface CurrentProject {
  /** Of the address, else the last chosen one, else the first; null: there is none. */
  projectId: string | null;
  /** Null while it is loaded, and for readers of a share link. */
  project: ProjectSummary | null;
  projects: readonly ProjectSummary[];
  isLoading: boolean;
  /** Why the projects could not be listed. */
  error: Error | null;
  choose(projectId: string): void;
}

export function useProject(): CurrentProject {
  const me = useMe();
  const mayList = useCan("projects:read") && me.kind !== "share_link";
  const { projectId: ofAddress } = useParams({ strict: false }) as { projectId?: string };
  const [chosen, setChosen] = useLocalStorage({ key: "copydesk.project", defaultValue: "" });
  const { data, isPending, error } = useApi<{ data: ProjectSummary[] }>(mayList ? projectsPath : null);
  const projects = data?.data ?? [];
  const known = (id: string | undefined) => projects.find((project) => project.id === id);
  const project = known(ofAddress) ?? (ofAddress ? undefined : (known(chosen) ?? projects[0]));
  return {
    projectId: ofAddress ?? project?.id ?? null,
    project: project ?? null,
    projects,
    isLoading: mayList && isPending,
    error,
    choose: (projectId) => setChosen(projectId),
  };
}
