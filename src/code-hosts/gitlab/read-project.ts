import type { GitlabClient } from "./client.ts";
import { type Project, projectSchema } from "./schemas.ts";

export async function readProject(client: GitlabClient): Promise<Project> {
  const { path } = client;
  return (await client.request({ path, action: "read the project", schema: projectSchema })).data;
}
