import { type BitbucketCall, fail, page, readQuery } from "./bitbucket-fake-call.ts";
import { type FakeRoute, route } from "./bitbucket-fake-routes.ts";
import { shortRepositoryJson, userJson } from "./bitbucket-json.ts";
import { type BitbucketState, ownerOf, uuidOf } from "./bitbucket-state.ts";
import type { FakeAnswer } from "./fake-server.ts";

export const peopleRoutes: FakeRoute<BitbucketCall>[] = [
  route("GET /user", "account", getUser, "getUser"),
  route("GET /workspaces/{workspace}", "workspace", getWorkspace, "getWorkspacesWorkspace"),
  route("GET /workspaces/{workspace}/members", "workspace", listMembers),
  route(
    "GET /workspaces/{workspace}/permissions/repositories/{repo_slug}",
    "repository:admin",
    listPermissions,
  ),
];

function getUser({ state }: BitbucketCall): FakeAnswer {
  return { status: 200, body: { ...userJson(state, ownerOf(state)), account_status: "active" } };
}

/** A person's own workspace has the person's UUID. */
function getWorkspace({ state, params }: BitbucketCall): FakeAnswer {
  const owner = ownerOf(state);
  const own = state.hasOwnWorkspace ? [{ slug: owner.nickname, uuid: owner.uuid }] : [];
  const all = [{ slug: "acme", uuid: uuidOf("workspace acme") }, ...own];
  const found = all.find(({ slug, uuid }) => [slug, uuid].includes(params.workspace!));
  if (found === undefined) return fail(404, `No workspace with identifier '${params.workspace}'.`);
  return { status: 200, body: { type: "workspace", name: found.slug, is_private: true, ...found } };
}

function listMembers(call: BitbucketCall): FakeAnswer {
  const { state, params } = call;
  if (params.workspace !== "acme") return fail(404, `No workspace with identifier '${params.workspace}'.`);
  return page(
    call,
    state.members.map((user) => ({ type: "workspace_membership", user: userJson(state, user) })),
  );
}

/** For administrators of the repository only. */
function listPermissions(call: BitbucketCall): FakeAnswer {
  const { state, query, params } = call;
  const isHere = params.workspace === "acme" && params.repo_slug === state.repository.slug;
  if (!isHere) return fail(404, "Repository not found");
  if (state.permissions.get(ownerOf(state).uuid) !== "admin") {
    return fail(403, "You must be an admin of this repository to view its permissions.");
  }
  const wanted = readQuery(query.get("q") ?? "", ["user.uuid"]);
  if (wanted === null) return fail(400, "Invalid query");
  const uuid = wanted.get("user.uuid");
  const found = usersWithPermission(state).filter((one) => uuid === undefined || one.user.uuid === uuid);
  return page(
    call,
    found.map(({ user, permission }) => ({
      type: "repository_permission",
      permission,
      user: userJson(state, user),
      repository: shortRepositoryJson(state, state.repository),
    })),
  );
}

function usersWithPermission({ users, permissions }: BitbucketState) {
  return users.flatMap((user) => {
    const permission = permissions.get(user.uuid);
    return permission === undefined ? [] : [{ user, permission }];
  });
}
