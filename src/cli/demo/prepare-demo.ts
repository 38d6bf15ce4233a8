import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createApiKey } from "../../api-keys/create-api-key.ts";
import type { Config } from "../../config.ts";
import { parseRepository } from "../../git/parse-repository.ts";
import { createProject } from "../../projects/create-project.ts";
import { listProjects } from "../../projects/list-projects.ts";
import type { CliStore } from "../deps.ts";
import { makeDemoRepository } from "./make-demo-repository.ts";

export interface DemoProject {
  projectId: string;
  repository: string;
  key: string;
}

const projectName = "Demo";

/** The demo's repository (unless another is given), its project, and a key for this run. */
export async function prepareDemo(
  store: CliStore,
  config: Config,
  givenRepository: string | null,
): Promise<DemoProject> {
  const repository = givenRepository ?? join(config.dataFolder, "repository");
  if (givenRepository === null) await makeDemoRepository(repository);
  const place = parseRepository(repository);
  const known = (await listProjects(store)).find((project) =>
    isDeepStrictEqual(parseRepository(project.repository), place),
  );
  const project = known ?? (await createProject(store, { name: projectName, repository }));
  const { key } = await createApiKey(store, project.id, { name: "demo", expiresInDays: 7 });
  return { projectId: project.id, repository, key };
}
