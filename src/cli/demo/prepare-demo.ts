import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createApiKey } from "../../api-keys/create-api-key.ts";
import { listApiKeys } from "../../api-keys/list-api-keys.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { createProject } from "../../projects/create-project.ts";
import { listProjects } from "../../projects/list-projects.ts";
import type { CliStore } from "../deps.ts";
import { toKeyId } from "../keys/key-revoke.ts";
import { readDemoState, writeDemoState } from "./demo-state.ts";
import { makeDemoRepository } from "./make-demo-repository.ts";

export interface DemoProject {
  projectId: string;
  repository: string;
  key: string;
}

const projectName = "Demo";
const keyDays = 7;
/** A key that expires sooner is replaced, so that a key copied from the screen still works tomorrow. */
const keyRestMsMin = 24 * 60 * 60_000;

/**
 * Prepares the demo's repository (unless another one is given), its project, and its key; an earlier demo's
 * key is reused while it works.
 */
export async function prepareDemo(
  store: CliStore,
  dataFolder: string,
  givenRepository: string | null,
): Promise<DemoProject> {
  const repository = givenRepository ?? join(dataFolder, "repository");
  if (givenRepository === null) await makeDemoRepository(repository);
  const place = parseRepository(repository);
  const known = (await listProjects(store)).find((project) =>
    isDeepStrictEqual(parseRepository(project.repository), place),
  );
  const project = known ?? (await createProject(store, { name: projectName, repository }));
  return { projectId: project.id, repository, key: await findKey(store, dataFolder, project.id) };
}

async function findKey(store: CliStore, dataFolder: string, projectId: string): Promise<string> {
  const state = await readDemoState(dataFolder);
  const kept = state.keys[projectId];
  if (kept !== undefined && (await isUsable(store, projectId, kept))) return kept;
  const { key } = await createApiKey(store, projectId, { name: "demo", expiresInDays: keyDays });
  await writeDemoState(dataFolder, { ...state, keys: { ...state.keys, [projectId]: key } });
  return key;
}

async function isUsable(store: CliStore, projectId: string, key: string): Promise<boolean> {
  const record = (await listApiKeys(store, projectId)).find(({ id }) => id === toKeyId(key));
  if (record === undefined || record.revokedAt !== null) return false;
  return record.expiresAt === null || Date.parse(record.expiresAt) - Date.now() > keyRestMsMin;
}
