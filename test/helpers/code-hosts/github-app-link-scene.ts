import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { startService } from "../../../src/compose/start-service.ts";
import { readConfig } from "../../../src/config.ts";
import { createGithubAppLink } from "../../../src/projects/create-github-app-link.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { openCredentials } from "../../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../../src/secrets/secret-box.ts";
import { createTestDatabase } from "../test-database.ts";
import { startGithubScene } from "./github-scene.ts";

export type GithubAppLinkScene = Awaited<ReturnType<typeof startGithubAppLinkScene>>;

/** Two instances of the service on one database, and a GitHub on which Apps are made from their manifests. */
export async function startGithubAppLinkScene() {
  const publicUrl = "https://copydesk.example.com/docs";
  const github = await startGithubScene();
  const store = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), "copydesk-app-"));
  const secretKey = randomBytes(32);
  const secretBox = createSecretBox(secretKey);
  const config = readConfig({
    DATABASE_URL: store.url,
    COPYDESK_DATA: dataFolder,
    COPYDESK_PORT: "0",
    COPYDESK_URL: publicUrl,
    COPYDESK_SECRET_KEY: secretKey.toString("hex"),
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  });
  const logged: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => done(void logged.push(String(chunk))) });
  const log = pino({ level: "info" }, stream);
  const services = await Promise.all([1, 2].map(() => startService(config, { role: "api", log })));
  const [one, other] = services.map(({ url }) => url!) as [string, string];

  return {
    publicUrl,
    github,
    store,
    secretBox,
    config,
    logged,
    /** The addresses of the two instances. */
    one,
    other,
    async createProject(): Promise<string> {
      const project = { name: "Docs", repository: github.repository, host: "github" };
      return (await createProject(store, project)).id;
    },
    /** The path of a new link below the address of an instance. */
    async createLink(projectId: string): Promise<string> {
      const link = await createGithubAppLink({ ...store, secretBox, publicUrl }, projectId, {});
      return link.url.slice(publicUrl.length);
    },
    /** A code that GitHub exchanges once for a new App. */
    newCode(): string {
      const code = randomUUID();
      github.state.manifestCodes.add(code);
      return code;
    },
    async readForm(url: string) {
      return await readManifestForm(url, publicUrl);
    },
    async credentialsOf(projectId: string) {
      const select = "select credentials from projects where id = $1";
      const { rows } = await store.database.pool.query(select, [projectId]);
      return openCredentials(secretBox, projectId, rows[0].credentials);
    },
    async close(): Promise<void> {
      await Promise.all(services.map((service) => service.stop()));
      await store.drop();
      await github.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

const decodeMarkup = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What the browser would post, and where GitHub would send it back to with a code. */
async function readManifestForm(url: string, publicUrl: string) {
  const answer = await fetch(url);
  const text = await answer.text();
  const action = new URL(decodeMarkup(/action="([^"]*)"/.exec(text)![1]!));
  const manifest = JSON.parse(decodeMarkup(/name="manifest" value="([^"]*)"/.exec(text)![1]!));
  const backWith = (code: string) => {
    const state = action.searchParams.get("state")!;
    return `${manifest.redirect_url.slice(publicUrl.length)}?${new URLSearchParams({ code, state })}`;
  };
  return { answer, text, action, manifest, backWith };
}

export const isManifestConversion = ({ path }: { path: string }) => path.endsWith("/conversions");
