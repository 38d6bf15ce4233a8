import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "../git-fixture.ts";
import { type GitlabRoute, notFound, pageOf, refuse } from "./gitlab-fake-call.ts";
import { branchJson, projectJson, userJson } from "./gitlab-json.ts";
import {
  commitOf,
  findUser,
  type GitlabProject,
  type GitlabState,
  type GitlabUser,
  levelIn,
  newId,
} from "./gitlab-state.ts";

/** Users, members, tokens, projects, branches and forks. */
export const projectRoutes: GitlabRoute[] = [
  {
    method: "GET",
    pattern: "user",
    operation: "getApiV4User",
    handle: ({ state, user }) => ({ status: 200, body: { ...userJson(state, user), bot: true } }),
  },
  {
    method: "GET",
    pattern: "personal_access_tokens/self",
    operation: "getApiV4PersonalAccessTokensSelf",
    anyScope: true,
    handle({ state, user }) {
      if (state.tokenKind === "oauth") {
        return refuse(
          400,
          "400 Bad request - This endpoint requires token type to be a personal access token",
        );
      }
      const { scopes } = state;
      const times = { created_at: "2026-07-01T08:00:00.000Z", last_used_at: null, expires_at: "2027-07-01" };
      const token = {
        id: 9,
        name: "copydesk",
        revoked: false,
        active: true,
        user_id: user.id,
        scopes: [...scopes],
      };
      return { status: 200, body: { ...token, ...times } };
    },
  },
  {
    method: "GET",
    pattern: "users",
    operation: "users",
    query: ["username"],
    handle(call) {
      const username = call.query.get("username");
      const named = username === null ? call.state.users : [findUser(call.state, username)];
      return pageOf(
        call,
        named.filter((user) => user !== undefined).map((user) => userJson(call.state, user)),
      );
    },
  },
  {
    method: "GET",
    pattern: "projects/{project}/members/all/{user}",
    operation: "members",
    handle({ state, project, segments: [, , , , id] }) {
      const user = state.users.find((one) => String(one.id) === id);
      const level = user === undefined ? 0 : levelIn(state, project, user.username);
      if (user === undefined || level === 0) return notFound();
      return {
        status: 200,
        body: { ...userJson(state, user), access_level: level, membership_state: "active", expires_at: null },
      };
    },
  },
  {
    method: "GET",
    pattern: "projects/{project}",
    operation: "getApiV4ProjectsId",
    async handle({ state, project, user }) {
      if (project.copyPolls > 0) await copyFurther(project);
      return { status: 200, body: projectJson(state, project, user) };
    },
  },
  {
    method: "GET",
    pattern: "projects/{project}/repository/branches/{branch}",
    operation: "getApiV4ProjectsIdRepositoryBranchesBranch",
    async handle({ state, project, segments }) {
      const branch = segments[4]!;
      const commit = await commitOf(project, branch);
      if (commit === null) return notFound("Branch Not Found");
      return { status: 200, body: branchJson(state, project, branch, commit) };
    },
  },
  {
    method: "GET",
    pattern: "projects/{project}/forks",
    operation: "forks",
    query: ["owned"],
    handle(call) {
      const { state, project, user } = call;
      const forks = project === state.project ? state.forks : [];
      const owned = forks.filter(
        (fork) => call.query.get("owned") !== "true" || levelIn(state, fork, user.username) === 50,
      );
      return pageOf(
        call,
        owned.map((fork) => projectJson(state, fork, user)),
      );
    },
  },
  {
    method: "POST",
    pattern: "projects/{project}/fork",
    operation: "fork",
    handle({ state, project, user, body }) {
      const name = String(body.path ?? project.path.split("/").at(-1));
      if (state.forks.some((fork) => fork.path === `${user.username}/${name}`)) {
        const taken = ["has already been taken"];
        return refuse(409, { "project_namespace.name": taken, name: taken, path: taken });
      }
      const fork = makeFork(state, project, user, name);
      return { status: 201, body: projectJson(state, fork, user) };
    },
  },
];

function makeFork(
  state: GitlabState,
  project: GitlabProject,
  { username }: GitlabUser,
  name: string,
): GitlabProject {
  const path = `${username}/${name}`;
  const folder = join(state.root, `${path}.git`);
  const fork = { id: newId(state), path, folder, forkedFrom: project, copyPolls: 3 };
  state.forks.push(fork);
  return fork;
}

/** The host copies in the background. */
async function copyFurther(fork: GitlabProject): Promise<void> {
  fork.copyPolls -= 1;
  if (fork.copyPolls > 0) return;
  await mkdir(dirname(fork.folder), { recursive: true });
  await git(dirname(fork.folder), ["clone", "--quiet", "--bare", fork.forkedFrom!.folder, fork.folder]);
}
