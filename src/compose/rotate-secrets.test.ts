import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { silentLog } from "../../test/helpers/test-server.ts";
import { connectProject } from "../projects/connect-project.ts";
import { createProject } from "../projects/create-project.ts";
import { loadProject } from "../projects/project-row.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import { createSecretBox, type SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { listWebhookRows } from "../webhooks/webhook-record.ts";
import { openSecrets } from "../webhooks/webhook-secrets.ts";
import { assertSecretKey } from "./assert-secret-key.ts";
import { countSecrets, rotateSecrets } from "./rotate-secrets.ts";

const [oldKey, newKey, foreignKey] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
];
const oldBox = createSecretBox(oldKey);
const bothBox = createSecretBox(() => [newKey, oldKey]);
const newBox = createSecretBox(newKey);
const projectsMax = 120;

let store: TestDatabase;
let database: Database;
const ids: string[] = [];

const identify = async () => ({ login: "bot", missing: [] });
const connect = (secretBox: SecretBox, id: string, token: string) =>
  connectProject({ database, secretBox, identify }, id, { replace: true, credentials: { token } });

beforeAll(async () => {
  store = await createTestDatabase();
  database = store.database;
  // More than a batch.
  for (let index = 0; index < projectsMax; index += 1) {
    const { id } = await createProject({ database }, { name: "x", repository: "https://github.com/a/b" });
    ids.push(id);
    await connect(oldBox, id, `token-${index}`);
  }
  await createProject({ database }, { name: "without secrets", repository: "https://github.com/a/b" });
  await createWebhook({ database, secretBox: oldBox }, ids[0]!, { url: "https://example.com/hook" });
});

afterAll(() => store.drop());

async function tokenOf(box: SecretBox, id: string): Promise<string | undefined> {
  return openCredentials(box, id, (await loadProject(database, id))!.credentials).token;
}

/** Returns the same database for a process that dies after some writes. */
function dyingAfter(writes: number): Database {
  let left = writes;
  const query = (text: string, values: unknown[]) => {
    if (text.startsWith("update") && left-- === 0) throw new Error("killed");
    return database.pool.query(text, values);
  };
  return { ...database, pool: { query } as unknown as Database["pool"] };
}

test("every stored secret gets the new key: the remaining ones after a kill, and those stored meanwhile", async () => {
  const all = projectsMax + 1;
  expect(await countSecrets({ database, secretBox: bothBox })).toEqual({
    current: 0,
    old: all,
    unreadable: [],
  });
  await expect(rotateSecrets({ database: dyingAfter(40), secretBox: bothBox })).rejects.toThrow();
  expect(await countSecrets({ database, secretBox: bothBox })).toMatchObject({ current: 40, old: all - 40 });

  // A process that knows only the old key stores a secret during the rotation.
  const late = ids.at(-1)!;
  const [done] = await Promise.all([
    rotateSecrets({ database, secretBox: bothBox }),
    connect(oldBox, late, "token-late"),
    ...ids.slice(0, 20).map((id) => tokenOf(bothBox, id)),
  ]);
  expect(done.unreadable).toEqual([]);
  expect(done.rotated).toBeGreaterThanOrEqual(all - 40 - 1);
  const last = await rotateSecrets({ database, secretBox: bothBox });
  expect(last).toMatchObject({ current: all, old: 0, unreadable: [] });
  expect(await tokenOf(newBox, late)).toBe("token-late");
  for (const [index, id] of ids.slice(0, -1).entries())
    expect(await tokenOf(newBox, id)).toBe(`token-${index}`);
  const [webhook] = await listWebhookRows(database, ids[0]!);
  expect(openSecrets(newBox, webhook!.id, webhook!.secrets)).toHaveLength(1);
});

test("a changed key is noticed at the start, and a lost one costs only what was under it", async () => {
  const log = silentLog();
  const start = (secretBox: SecretBox) => assertSecretKey({ database, secretBox, log });
  await start(newBox);
  await expect(start(createSecretBox(foreignKey))).rejects.toMatchObject({
    code: "invalid_configuration",
    message: expect.stringMatching(/COPYDESK_SECRET_KEY_OLD/),
  });
  await connect(createSecretBox(foreignKey), ids[5]!, "lost");
  await start(bothBox);
  const done = await rotateSecrets({ database, secretBox: bothBox });
  expect(done).toMatchObject({ rotated: 0, old: 0, unreadable: [`credentials of project ${ids[5]}`] });
});
