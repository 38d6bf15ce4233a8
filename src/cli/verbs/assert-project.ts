import type { CliStore } from "../deps.ts";

/** Throws `project_not_found`. */
export async function assertProject(store: CliStore, projectId: string): Promise<void> {
  const { getProject } = await import("../../projects/get-project.ts");
  await getProject(store, projectId);
}
