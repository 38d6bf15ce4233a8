import { randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { assertRefName } from "../../src/git/assert-ref-name.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import { fireRuns } from "../../src/triggers/fire-runs.ts";
import { gatherRuns } from "../../src/triggers/gather-runs.ts";
import { listTriggerHistory } from "../../src/triggers/list-trigger-history.ts";
import { sendToTrigger } from "./send-to-trigger.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

const secretBox = createSecretBox(randomBytes(32));
export let store: TestDatabase;

/** For the top of a test file. */
export function useTriggerScene(): void {
  beforeAll(async () => {
    store = await createTestDatabase();
  });
  afterAll(() => store.drop());
}

/** A trigger of a project of its own. */
export async function make(body: object) {
  const { database } = store;
  const deps = { database, secretBox, publicUrl: "https://docs.example.com" };
  const { id: projectId } = await createProject(store, { name: "docs", repository: "https://example.com/d" });
  const { record, secret } = await createTrigger(deps, projectId, {
    name: "t",
    prompt: "Do {{text}}",
    ...body,
  });
  return { deps, projectId, triggerId: record.id, secret: secret ?? "", record };
}

type Made = Awaited<ReturnType<typeof make>>;

export const push = (text: string) => ({
  kind: "push",
  repository: "https://example.com/a",
  ref: "main",
  text,
});

export function send(made: Made, event: object, id: string, secret = made.secret) {
  return sendToTrigger({ ...made, secret }, event, id);
}

/** What workers do with what was sent. */
export async function work(): Promise<void> {
  const { database } = store;
  await gatherRuns(database);
  const deps = { database, insertJob: createJobInserter({ database }), assertRefName };
  await fireRuns(
    { ...deps, defaultModel: "copydesk/chores", authorOf: async () => ({ kind: "service" }) },
    new AbortController().signal,
  );
}

export const historyOf = async (made: Made) =>
  (await listTriggerHistory(store, made)).data.map(({ state, note }) =>
    note === "" ? state : `${state}: ${note}`,
  );

/** The first paragraph of each. */
export async function promptsOf(made: Made): Promise<string[]> {
  return (await wholePromptsOf(made)).map((prompt) => prompt.split("\n\n")[0]!);
}

export async function wholePromptsOf({ projectId }: Made): Promise<string[]> {
  const { rows } = await store.database.pool.query<{ prompt: string }>(
    `select data ->> 'prompt' as prompt from job_events join jobs on jobs.id = job_id
      where project_id = $1 and kind in ('created', 'message') order by at`,
    [projectId],
  );
  return rows.map(({ prompt }) => prompt);
}
