/** The fields of a project that the frame needs. */
export interface ProjectSummary {
  id: string;
  name: string;
  repository: string;
}

export interface ProjectPage {
  data: ProjectSummary[];
  /** Null: these are all. */
  nextCursor: string | null;
}

export const projectsPath = "/v2/manage/projects?limit=100";
