import { type ClientOptions, createClient } from "../../sdk/src/create-client.ts";
import { startTestServer, type TestProject, type TestServer } from "../helpers/test-server.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";

export interface ClientScene {
  project: TestProject;
  proxy: FaultyProxy;
  /** A client of the project that goes through the proxy. */
  clientOf(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
  /** Creates a job through the proxy and answers its id. */
  newJob(): Promise<string>;
}

export interface ClientScenes {
  server: TestServer;
  /** A project and a proxy for one test, beside others: most tests of a client wait. */
  open(): Promise<ClientScene>;
  close(): Promise<void>;
}

/** One server for the tests of a file, each of which may lose its own answers. */
export async function startClientScenes(): Promise<ClientScenes> {
  const server = await startTestServer();
  const proxies: FaultyProxy[] = [];
  return {
    server,
    async open() {
      const project = await server.newProject();
      const proxy = await startFaultyProxy(() => server.url);
      proxies.push(proxy);
      const clientOf = (options: Partial<ClientOptions> = {}) =>
        createClient({ url: proxy.url, projectId: project.id, apiKey: project.key, ...options });
      const newJob = async () => (await clientOf().jobs.create({ prompt: "x" })).id;
      return { project, proxy, clientOf, newJob };
    },
    async close() {
      for (const proxy of proxies) await proxy.close();
      await server.close();
    },
  };
}
