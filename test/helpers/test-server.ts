import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { assertRefName } from "../../src/git/assert-ref-name.ts";
import { createLog, type Log } from "../../src/log.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { startServer } from "../../src/server/listen.ts";
import { createServerDeps, type ServerOptions } from "../../src/server/server-deps.ts";
import { createTestDatabase } from "./test-database.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

export interface TestServer {
  url: string;
  port: number;
  store: TestDatabase;
  newProject(): Promise<TestProject>;
  close(): Promise<void>;
}

export interface TestProject {
  id: string;
  /** A key with both scopes. */
  key: string;
  /** URL of POST /job; a job's own is below it. */
  jobs: string;
  create(body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** A real server on a free loopback port and a database of its own; closes both. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const store = await createTestDatabase();
  const { database } = store;
  const log = options.log ?? silentLog();
  const deps = createServerDeps({
    ...{ database, log, version: "0.0.0", defaultModel: "copydesk/chores", assertRefName },
    ...options,
  });
  const server = await startServer(deps, { port: 0, host: "127.0.0.1" });
  return {
    url: server.url,
    port: server.port,
    store,
    newProject: () => newProject(store, server.url),
    async close() {
      await server.close();
      await store.drop();
    },
  };
}

/** A project with a key, spoken to at any server on the same database. */
export async function newProject({ database }: TestDatabase, serverUrl: string): Promise<TestProject> {
  const { id } = await createProject({ database }, { name: "docs", repository: "https://example.com/docs" });
  const { key } = await createApiKey({ database }, id, {});
  return projectAt(serverUrl, id, key);
}

export function projectAt(serverUrl: string, id: string, key: string): TestProject {
  const jobs = `${serverUrl}/v2/agent/${id}/job`;
  const authorization = `Bearer ${key}`;
  return {
    id,
    key,
    jobs,
    create: (body, headers = {}) =>
      fetch(jobs, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", ...headers },
        body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(`${jobs}${path}`, { headers: { authorization, ...headers } }),
  };
}

export function silentLog(): Log {
  return createLog({ level: "silent", pretty: false });
}

/** Counts equal things, such as the statuses of many answers. */
export function tally(values: Iterable<unknown>): Record<string, number> {
  const groups = Map.groupBy(values, String);
  return Object.fromEntries([...groups].map(([value, group]) => [value, group.length]));
}
