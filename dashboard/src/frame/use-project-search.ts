import { useDebouncedValue } from "@mantine/hooks";
import { type ProjectPage, type ProjectSummary, projectsPath } from "../api/projects.ts";
import { useApi } from "../api/use-api.ts";
import { withQuery } from "../api/with-query.ts";

export interface FoundProjects {
  found: readonly ProjectSummary[];
  /** There are more than are listed: what is typed finds them. */
  hasMore: boolean;
  isSearching: boolean;
}

/** Looks among the projects that are known; where these are not all, the service looks for what is typed. */
export function useProjectSearch(typed: string): FoundProjects {
  const words = typed.trim().toLowerCase();
  const [settled] = useDebouncedValue(words, 200);
  const { data: first } = useApi<ProjectPage>(projectsPath);
  const isPartial = first?.nextCursor != null;
  const path = isPartial && settled !== "" ? withQuery(projectsPath, { q: settled }) : null;
  const { data: further, isFetching } = useApi<ProjectPage>(path, { keepPrevious: true });
  const page = path === null || words === "" ? first : further;
  const matches = ({ name, repository }: ProjectSummary) =>
    `${name}\n${repository}`.toLowerCase().includes(words);
  return {
    found: (page?.data ?? []).filter(matches),
    hasMore: page?.nextCursor != null,
    isSearching: isPartial && words !== "" && (isFetching || words !== settled),
  };
}
