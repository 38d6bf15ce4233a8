import {
  type AzureCall,
  fail,
  invalidArgument,
  list,
  needsPermission,
  ok,
  route,
} from "./azure-fake-call.ts";
import { identityJson, repositoryJson } from "./azure-json.ts";
import {
  type AzureState,
  type AzureUser,
  addFork,
  bits,
  bot,
  descriptorOf,
  findRepository,
  findUser,
  gitNamespace,
  guid,
  isAllowed,
} from "./azure-state.ts";
import { branchCommits } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";

export const organizationRoutes = [
  route(null, "GET _/connectionData", null, connectionData, { isPreview: true }),
  route(null, "GET _/identities", "identity", readIdentities),
  route(null, "POST _/security/permissionevaluationbatch", null, evaluate),
  route(null, "GET _/accesscontrollists/{securityNamespaceId}", null, readAccessControlLists),
  route("Repositories_Get Repository", "GET /git/repositories/{repositoryId}", "code", getRepository),
  route("Repositories_Create", "POST /git/repositories", "code_manage", createRepository),
  route("Refs_List", "GET /git/repositories/{repositoryId}/refs", "code", listRefs),
];

function connectionData({ state }: AzureCall): FakeAnswer {
  const user = identityJson(findUser(state, bot)!);
  return ok({
    authenticatedUser: user,
    authorizedUser: user,
    instanceId: guid(990),
    deploymentId: guid(991),
    deploymentType: "hosted",
    locationServiceData: { serviceOwner: guid(992), defaultAccessMappingMoniker: "PublicAccessMapping" },
  });
}

/** By ids in their order, null for unknown ones; or by what names begin with. */
function readIdentities({ state, query }: AzureCall): FakeAnswer {
  const ids = query.get("identityIds");
  if (ids !== null) {
    const found = ids.split(",").map((id) => state.users.find((user) => user.id === id));
    return list(found.map((user) => (user === undefined ? null : identityJson(user))));
  }
  const filter = query.get("searchFilter");
  const value = (query.get("filterValue") ?? "").toLowerCase();
  if (filter !== "General" && filter !== "LocalGroupName")
    return invalidArgument("searchFilter is not known.");
  const isGroup = filter === "LocalGroupName";
  const named = ({ name, isContainer }: AzureUser) =>
    (!isGroup || isContainer) && (name.toLowerCase().startsWith(value) || `${name}@example.com` === value);
  return list(state.users.filter(named).map(identityJson));
}

interface Evaluation {
  securityNamespaceId: string;
  token: string;
  permissions: number;
}

/** Of the one who asks. */
function evaluate({ state, body }: AzureCall): FakeAnswer {
  const { evaluations } = body as { evaluations: Evaluation[] };
  return ok({
    evaluations: evaluations.map((evaluation) => ({
      ...evaluation,
      value:
        evaluation.securityNamespaceId === gitNamespace &&
        evaluation.token === securityToken(state) &&
        isAllowed(state, bot, evaluation.permissions),
    })),
  });
}

/** One entry for each that is named, also when the list itself has none: what it effectively has. */
function readAccessControlLists({ state, query, params }: AzureCall): FakeAnswer {
  const [namespaceId] = params;
  if (namespaceId !== gitNamespace)
    return fail(404, "InvalidSecurityNamespaceException", "No such namespace.");
  const token = query.get("token") ?? "";
  const isExtended = query.get("includeExtendedInfo") === "true";
  const descriptors = (query.get("descriptors") ?? "").split(",").filter(Boolean);
  const entries = descriptors.map((descriptor) => {
    const user = state.users.find((one) => descriptorOf(one) === descriptor);
    const isKnown = user !== undefined && token === securityToken(state);
    const allow = isKnown ? (state.permissions.get(user.name) ?? 0) : 0;
    const deny = isKnown ? (state.denied.get(user.name) ?? 0) : 0;
    const extendedInfo = {
      ...(allow === 0 ? {} : { effectiveAllow: allow, inheritedAllow: allow }),
      ...(deny === 0 ? {} : { effectiveDeny: deny }),
    };
    return [descriptor, { descriptor, allow: 0, deny: 0, ...(isExtended ? { extendedInfo } : {}) }] as const;
  });
  const acesDictionary = Object.fromEntries(entries);
  return list([{ inheritPermissions: true, token, acesDictionary, includeExtendedInfo: isExtended }]);
}

function getRepository({ state, repository, query }: AzureCall): FakeAnswer {
  return ok(repositoryJson(state, repository, query.get("includeParent") === "true"));
}

interface CreateBody {
  name: string;
  project?: { id: string };
  parentRepository?: { id: string; project?: { id: string } };
}

/** Only forks. The project has to be named, of the parent too. */
async function createRepository({ state, body }: AzureCall): Promise<FakeAnswer> {
  const { name, project, parentRepository } = body as CreateBody;
  if (project?.id !== state.project.id) return invalidArgument("A team project is required.");
  if (parentRepository?.project?.id !== state.project.id)
    return invalidArgument("A team project is required.");
  if (!isAllowed(state, bot, bits.createRepository)) return needsPermission("CreateRepository");
  const parent = findRepository(state, parentRepository.id);
  if (parent === undefined) return repositoryNotFound(parentRepository.id);
  if (findRepository(state, name) !== undefined) {
    return fail(
      409,
      "GitRepositoryNameAlreadyExistsException",
      `TF400948: A Git repository with the name ${name} already exists.`,
    );
  }
  const fork = await addFork(state, { name, parent });
  return { status: 201, body: repositoryJson(state, fork) };
}

/** All whose name begins with the filter. */
async function listRefs({ repository, query }: AzureCall): Promise<FakeAnswer> {
  if (repository.looksUntilFilled > 0) {
    repository.looksUntilFilled -= 1;
    return list([]);
  }
  const beginning = `refs/${query.get("filter") ?? ""}`;
  const names = [...(await branchCommits(repository.folder))].map(([name, objectId]) => ({
    name: `refs/heads/${name}`,
    objectId,
    url: "https://dev.azure.com/intern/_apis/git/refs",
  }));
  const top = Number(query.get("$top") ?? 1_000);
  return list(names.filter(({ name }) => name.startsWith(beginning)).slice(0, top));
}

export function repositoryNotFound(name: string): FakeAnswer {
  return fail(
    404,
    "GitRepositoryNotFoundException",
    `TF401019: The Git repository with name or identifier ${name} does not exist or you do not have permissions for the operation you are attempting.`,
  );
}

function securityToken({ project, repository }: AzureState): string {
  return `repoV2/${project.id}/${repository.id}`;
}
