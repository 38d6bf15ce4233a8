import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "emulate";
import { closeServer } from "../close-server.ts";
import { createRepository, git } from "../git-fixture.ts";
import { serveGit } from "../git-http-server.ts";

export type Watched = "merge" | "approval" | "push";
export type Moment = "asked" | "done";

export interface EmulatedGithub {
  /** Address of the repository `acme/docs`, for git and for the API beside it. */
  repository: string;
  /** The repository itself, on this machine. */
  folder: string;
  token: string;
  /** Of the API. */
  apiUrl: string;
  /** Called when one of these was asked for, and when it is done and not yet responded to. */
  onRequest: ((what: Watched, moment: Moment) => Promise<void>) | null;
  pullRequest(number: number): Promise<{ state: string; merged: boolean; title: string }>;
  close(): Promise<void>;
}

const api = "/api/v3";
const repos = "/repos/acme/docs";
const token = "token-of-the-bot";
const seed = {
  tokens: { [token]: { login: "bot", scopes: ["repo"] } },
  github: {
    users: [{ login: "bot", name: "Bot", email: "bot@example.com" }],
    orgs: [{ login: "acme", name: "Acme", members: [{ login: "bot", role: "admin" }] }],
    repos: [{ owner: "acme", name: "docs", auto_init: true }],
  },
};

/**
 * GitHub's API as others emulate it, which speaks no git, with a real repository behind it: what is pushed
 * becomes a commit of the emulation, what is merged there is merged in the repository, and each side is told
 * of commits by its own names.
 */
export async function startEmulatedGithub(files: Record<string, string>): Promise<EmulatedGithub> {
  const root = await mkdtemp(join(tmpdir(), "copydesk-emulated-"));
  const folder = join(root, "acme", "docs.git");
  await mkdir(join(root, "acme"), { recursive: true });
  const made = await createRepository(files);
  await cp(join(made.path, ".git"), folder, { recursive: true });
  await git(folder, ["config", "core.bare", "true"]);
  await made.remove();
  const emulator = await createEmulator({ service: "github", port: 0, seed });
  const names = createNames();
  const mirror = createMirror({ emulator, folder, names });
  await mirror.begin();
  let pushed: Promise<void> = Promise.resolve();
  const scene = { onRequest: null as EmulatedGithub["onRequest"] };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/acme/docs.git/")) {
      const isPush = request.method === "POST" && path.endsWith("/git-receive-pack");
      if (isPush)
        pushed = new Promise<void>((resolve) => response.on("close", resolve)).then(mirror.takePushes);
      const asked = isPush ? (scene.onRequest?.("push", "asked") ?? Promise.resolve()) : Promise.resolve();
      asked.then(
        () => {
          if (isPush) holdResponse(response, async () => await scene.onRequest?.("push", "done"));
          serveGit(root, request, response);
        },
        () => request.destroy(),
      );
      return;
    }
    answerCall(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await pushed;
    const path = (request.url ?? "/").slice(api.length);
    const body = await readBody(request);
    const isMerge = request.method === "PUT" && path.endsWith("/merge");
    const isApproval = request.method === "POST" && path.endsWith("/reviews");
    const watched = isMerge ? "merge" : isApproval ? "approval" : null;
    if (watched !== null) await scene.onRequest?.(watched, "asked");
    const answer = await fetch(`${emulator.url}${path}`, {
      method: request.method ?? "GET",
      headers: {
        "content-type": "application/json",
        ...{ authorization: request.headers.authorization ?? "", accept: request.headers.accept ?? "" },
      },
      ...(body === "" ? {} : { body: names.toEmulated(body) }),
    });
    const text = await answer.text();
    if (isMerge && answer.ok) await mirror.takeMerge(path, JSON.parse(text));
    if (watched !== null && answer.ok) await scene.onRequest?.(watched, "done");
    const type = answer.headers.get("content-type") ?? "application/json";
    const shown = names.toGit(text).replaceAll(emulator.url, origin);
    response.writeHead(answer.status, { "content-type": type }).end(shown);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(scene, {
    ...{ repository: `${origin}/acme/docs.git`, apiUrl: `${origin}${api}`, folder, token },
    pullRequest: (number: number) => call(emulator, "GET", `${repos}/pulls/${number}`),
    async close() {
      await closeServer(server);
      await emulator.close();
      await rm(root, { recursive: true, force: true });
    },
  });
}

/** Nothing of the response is sent before `until` has ended. */
function holdResponse(response: ServerResponse, until: () => Promise<void>): void {
  const { write, end } = { write: response.write.bind(response), end: response.end.bind(response) };
  const chunks: Buffer[] = [];
  response.write = (chunk: Buffer) => {
    chunks.push(Buffer.from(chunk));
    return true;
  };
  response.end = (last?: unknown) => {
    if (last instanceof Uint8Array || typeof last === "string") chunks.push(Buffer.from(last as Buffer));
    void until().finally(() => {
      write(Buffer.concat(chunks));
      end();
    });
    return response;
  };
}

/** The same commit's name on each side. */
function createNames() {
  const pairs: { git: string; emulated: string }[] = [];
  return {
    add: (pair: { git: string; emulated: string }) => pairs.push(pair),
    knows: (commit: string) => pairs.some((pair) => pair.git === commit),
    toGit: (text: string) => pairs.reduce((all, pair) => all.replaceAll(pair.emulated, pair.git), text),
    toEmulated: (text: string) => pairs.reduce((all, pair) => all.replaceAll(pair.git, pair.emulated), text),
  };
}

interface MirrorDeps {
  emulator: Emulator;
  folder: string;
  names: ReturnType<typeof createNames>;
}

function createMirror({ emulator, folder, names }: MirrorDeps) {
  const emulatedHead = async (branch: string): Promise<string | null> => {
    const found = await call(emulator, "GET", `${repos}/git/ref/heads/${branch}`).catch(() => null);
    return found?.object.sha ?? null;
  };
  const gitHead = (branch: string) => git(folder, ["rev-parse", `refs/heads/${branch}`]);

  /** A commit of its own in the emulation for each head that it does not know. */
  async function takeHead(branch: string, head: string): Promise<void> {
    if (names.knows(head)) return;
    if ((await emulatedHead(branch)) === null)
      await call(emulator, "POST", `${repos}/git/refs`, {
        ...{ ref: `refs/heads/${branch}`, sha: await emulatedHead("main") },
      });
    const path = `${repos}/contents/${head}.md`;
    const content = Buffer.from(head).toString("base64");
    const { commit } = await call(emulator, "PUT", path, { message: head, content, branch });
    names.add({ git: head, emulated: commit.sha });
  }

  return {
    async begin() {
      names.add({ git: await gitHead("main"), emulated: (await emulatedHead("main"))! });
    },
    async takePushes() {
      const format = "--format=%(objectname) %(refname:lstrip=2)";
      const refs = (await git(folder, ["for-each-ref", format, "refs/heads"])).trim();
      for (const line of refs.split("\n")) await takeHead(line.slice(41), line.slice(0, 40));
    },
    async takeMerge(path: string, { sha }: { sha: string }) {
      const { head, title } = await call(emulator, "GET", path.replace(/\/merge$/, ""));
      const heads = [await gitHead("main"), await gitHead(head.ref)] as const;
      const tree = (await git(folder, ["merge-tree", "--write-tree", ...heads])).split("\n")[0]!;
      const parents = heads.flatMap((one) => ["-p", one]);
      const commit = await git(folder, ["commit-tree", tree, ...parents, "-m", title]);
      await git(folder, ["update-ref", "refs/heads/main", commit]);
      names.add({ git: commit, emulated: sha });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what the emulation answers is only looked at here.
async function call(emulator: Emulator, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
