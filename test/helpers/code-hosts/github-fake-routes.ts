import type { z } from "zod";
import { branchCommit } from "./branch-commits.ts";
import type { FakeAnswer, FakeRequest } from "./fake-server.ts";
import type { Need } from "./github-fake-access.ts";
import { notFound, refuse } from "./github-fake-answers.ts";
import { type Addresses, toFullRepository, toOwnUser, toUser } from "./github-fake-objects.ts";
import { type FakeCredentials, type FakeRepository, type FakeState, userOf } from "./github-fake-state.ts";

export interface Call {
  state: FakeState;
  addresses: Addresses;
  request: FakeRequest;
  url: URL;
  path: Record<string, string>;
  /** Parsed by the route's schema. */
  body: never;
  repository: FakeRepository;
  who: FakeCredentials;
}

export interface Route {
  /** As in GitHub's documentation. */
  operation: string;
  need: Need;
  body?: z.ZodType;
  handle(call: Call): Promise<FakeAnswer> | FakeAnswer;
}

export const repositoryRoutes: Route[] = [
  {
    operation: "GET /user",
    need: "token",
    handle({ state, addresses, who }) {
      if (who.kind === "installation") return refuse(403, "Resource not accessible by integration");
      return { status: 200, body: toOwnUser(addresses, userOf(state, who.login)) };
    },
  },
  {
    operation: "GET /repos/{owner}/{repo}",
    need: [{ metadata: "read" }],
    handle({ state, addresses, repository, who }) {
      const viewer = userOf(state, who.login);
      return { status: 200, body: toFullRepository(state, addresses, { repository, viewer }) };
    },
  },
  {
    operation: "GET /repositories/{id}",
    need: [{ metadata: "read" }],
    handle({ state, addresses, path, who }) {
      const repository = state.repositories.find(({ id }) => String(id) === path.id);
      if (repository === undefined) return notFound;
      const viewer = userOf(state, who.login);
      return { status: 200, body: toFullRepository(state, addresses, { repository, viewer }) };
    },
  },
  {
    operation: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    need: [{ metadata: "read" }],
    handle({ state, addresses, path }) {
      const user = state.users.get(path.username!.toLowerCase());
      if (user === undefined) return refuse(404, `${path.username} is not a user`);
      const legacy = { maintain: "write", triage: "read" } as Record<string, string>;
      const role = user.role ?? "none";
      const permission = legacy[role] ?? role;
      const shown = { ...toUser(addresses, user), permissions: undefined, role_name: role };
      return { status: 200, body: { permission, role_name: role, user: shown } };
    },
  },
  {
    operation: "GET /repos/{owner}/{repo}/git/ref/{ref}",
    need: [{ contents: "read" }],
    async handle({ addresses, path, repository }) {
      if (repository.copying > 0) {
        repository.copying -= 1;
        return refuse(409, "Git Repository is empty.");
      }
      const [, branch] = /^heads\/(.+)$/.exec(path.ref!) ?? [];
      const commit = branch === undefined ? null : await branchCommit(repository.folder, branch);
      return commit === null
        ? notFound
        : { status: 200, body: toRef(addresses, { repository, branch: branch!, commit }) };
    },
  },
];

export function toRef(
  { api }: Addresses,
  { repository, branch, commit }: { repository: FakeRepository; branch: string; commit: string },
) {
  const base = `${api}/repos/${repository.owner}/${repository.name}/git`;
  return {
    ref: `refs/heads/${branch}`,
    node_id: Buffer.from(`REF_${branch}`).toString("base64"),
    url: `${base}/refs/heads/${branch}`,
    object: { sha: commit, type: "commit", url: `${base}/commits/${commit}` },
  };
}
