import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { prepareDataCenterScenes } from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { prepareGiteaScenes } from "../helpers/code-hosts/gitea-scene.ts";
import { type GithubCredentials, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { startGitlabScene } from "../helpers/code-hosts/gitlab-scene.ts";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import { listen, makeCertificates, portOf, startConnectProxy } from "../helpers/company-network.ts";

type Scene = Pick<HostScene, "repository" | "options" | "close">;

/** A scene whose shared preparations end with it. */
async function alone(prepared: Promise<{ start(): Promise<Scene>; close(): Promise<void> }>): Promise<Scene> {
  const scenes = await prepared;
  const scene = await scenes.start();
  return {
    ...scene,
    async close() {
      await scene.close();
      await scenes.close();
    },
  };
}

const github = (credentials: GithubCredentials) => () => startGithubScene({ credentials });

async function prepareServices() {
  const scenes = await prepareAzureScenes();
  return { ...scenes, start: () => scenes.start({ project: "Product Docs" }) };
}

/** By what the pages call them in `<!-- host: … -->`, with the names that they have on the internet. */
const hosts: Record<string, { start(): Promise<Scene>; names: string[] }> = {
  "GitHub, classic token": { start: github("classic"), names: ["github.com", "api.github.com"] },
  "GitHub, fine-grained token": { start: github("fine-grained"), names: ["github.com", "api.github.com"] },
  "GitHub, App": { start: github("app"), names: ["github.com", "api.github.com"] },
  GitLab: { start: startGitlabScene, names: ["gitlab.com"] },
  Forgejo: { start: () => alone(prepareGiteaScenes("forgejo")), names: ["git.example.com"] },
  Bitbucket: {
    start: () => alone(prepareBitbucketScenes()),
    names: ["bitbucket.org", "api.bitbucket.org"],
  },
  "Bitbucket Data Center": { start: () => alone(prepareDataCenterScenes()), names: ["git.example.com"] },
  "Azure DevOps": {
    start: () => alone(prepareServices()),
    names: ["dev.azure.com", "vssps.dev.azure.com"],
  },
};

export interface CodeHostStandIn {
  /** With which commands find it under the host's own name. */
  env: Record<string, string>;
  /** What the host would have given the reader, by the names that the pages give the files. */
  files: Record<string, string>;
  close(): Promise<void>;
}

/** A code host under its own name: a proxy that leads to its fake, whose certificate `env` makes trusted. */
export async function startCodeHostStandIn(name: string): Promise<CodeHostStandIn> {
  const host = hosts[name];
  if (host === undefined) throw new Error(`there is no code host "${name}"`);
  const scene = await host.start();
  const folder = await mkdtemp(join(tmpdir(), "copydesk-host-"));
  makeCertificates(folder, ...host.names);
  const front = await startFront(folder, new URL(scene.repository).origin);
  const login = "reader:secret";
  const proxy = await startConnectProxy(front, { login, connected: [] });
  const { token, app } = scene.options().credentials;
  return {
    env: {
      HTTPS_PROXY: `http://${login}@127.0.0.1:${portOf(proxy)}`,
      NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    },
    files: {
      "token.txt": token ?? "",
      "secret.txt": "a-secret-of-the-webhook-0123456789",
      "copydesk.private-key.pem": app?.privateKey ?? "",
    },
    async close() {
      for (const server of [proxy, front]) server.close();
      front.closeAllConnections();
      await scene.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Passes requests on to the fake, whose paths are those of an instance of the host's own. */
async function startFront(folder: string, origin: string): Promise<Server> {
  const [key, cert] = ["server.key", "server.pem"].map((name) => readFileSync(join(folder, name)));
  const front = createServer({ key: key!, cert: cert! }, (incoming, response) => {
    const path = toFakePath(incoming.headers.host ?? "", incoming.url ?? "/");
    const { method, headers } = incoming;
    const passed = request(`${origin}${path}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  await listen(front);
  return front;
}

function toFakePath(host: string, path: string): string {
  if (host === "api.github.com") return `/api/v3${path}`;
  if (path.includes("/_git/")) return path;
  return path.replace(/^(\/[\w-]+\/[\w-]+)(?=\/(?:info\/refs|git-(?:upload|receive)-pack)\b)/, "$1.git");
}
