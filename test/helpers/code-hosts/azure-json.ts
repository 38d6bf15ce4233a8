import {
  type AzureBuild,
  type AzureComment,
  type AzureIteration,
  type AzurePlace,
  type AzurePull,
  type AzureRepository,
  type AzureState,
  type AzureStatus,
  type AzureThread,
  type AzureUser,
  descriptorOf,
  findUser,
  guid,
} from "./azure-state.ts";

const moment = "2026-03-01T10:00:00.1234567Z";
const listedDescriptionCharacters = 400;

/** The address that the host gives itself, which need not be the one that is used. */
const ownUrl = "https://dev.azure.com/intern";

export function projectJson({ project }: AzureState): object {
  return {
    id: project.id,
    name: project.name,
    url: `${ownUrl}/_apis/projects/${project.id}`,
    state: "wellFormed",
    revision: 11,
    visibility: "private",
    lastUpdateTime: moment,
  };
}

export function repositoryJson(state: AzureState, repository: AzureRepository, withParent = false): object {
  const { id, name, parent } = repository;
  const page = `${ownUrl}/${encodeURIComponent(state.project.name)}/_git/${encodeURIComponent(name)}`;
  return {
    id,
    name,
    url: `${ownUrl}/${state.project.id}/_apis/git/repositories/${id}`,
    project: projectJson(state),
    defaultBranch: "refs/heads/main",
    size: 1024,
    remoteUrl: page.replace("//", "//intern@"),
    sshUrl: `git@ssh.dev.azure.com:v3/intern/${encodeURIComponent(state.project.name)}/${encodeURIComponent(name)}`,
    webUrl: page,
    isDisabled: false,
    isInMaintenance: false,
    ...(parent === null ? {} : { isFork: true }),
    ...(withParent && parent !== null
      ? { parentRepository: { id: parent.id, name: parent.name, isFork: false, project: projectJson(state) } }
      : {}),
  };
}

export function personJson(state: AzureState, name: string): object {
  const user = findUser(state, name);
  const id = user?.id ?? guid(0);
  return {
    displayName: name,
    url: `${ownUrl}/_apis/Identities/${id}`,
    _links: { avatar: { href: `${ownUrl}/_apis/GraphProfile/MemberAvatars/${id}` } },
    id,
    uniqueName: `${name}@example.com`,
    imageUrl: `${ownUrl}/_api/_common/identityImage?id=${id}`,
    descriptor: `aad.${Buffer.from(id).toString("base64url")}`,
  };
}

/** As the API of identities tells it. */
export function identityJson(user: AzureUser): object {
  const text = ($value: string) => ({ $type: "System.String", $value });
  const address = `${user.name}@example.com`;
  return {
    id: user.id,
    descriptor: descriptorOf(user),
    subjectDescriptor: `aad.${Buffer.from(user.id).toString("base64url")}`,
    providerDisplayName: user.name,
    isActive: user.isActive,
    ...(user.isContainer ? { isContainer: true } : {}),
    members: [],
    memberOf: [],
    memberIds: [],
    properties: user.isContainer
      ? { SchemaClassName: text("Group"), Account: text(user.name.replace(/^.*\\/, "")) }
      : { SchemaClassName: text("User"), Account: text(address), Mail: text(address), Description: text("") },
    resourceVersion: 2,
    metaTypeId: 0,
  };
}

export function reviewerJson(state: AzureState, id: string, vote = 0): object {
  const user = state.users.find((one) => one.id === id);
  return {
    reviewerUrl: `${ownUrl}/_apis/git/reviewers/${id}`,
    vote,
    hasDeclined: false,
    isFlagged: false,
    ...personJson(state, user?.name ?? ""),
    ...(user?.isContainer ? { isContainer: true } : {}),
  };
}

export function labelJson(name: string, at: number): object {
  return { id: guid(700 + at), name, active: true, url: `${ownUrl}/_apis/labels/${at}` };
}

export function pullJson(state: AzureState, pull: AzurePull, { isListed = false } = {}): object {
  const { number, title, description, sourceRepository } = pull;
  const isFork = sourceRepository !== state.repository;
  const source = `refs/heads/${pull.source}`;
  return {
    repository: repositoryJson(state, state.repository),
    pullRequestId: number,
    codeReviewId: number,
    status: pull.status,
    createdBy: personJson(state, pull.author),
    creationDate: moment,
    ...(pull.status === "active" ? {} : { closedDate: moment }),
    title,
    ...(description === ""
      ? {}
      : { description: isListed ? description.slice(0, listedDescriptionCharacters) : description }),
    sourceRefName: source,
    targetRefName: `refs/heads/${pull.target}`,
    mergeStatus: "succeeded",
    isDraft: pull.isDraft,
    mergeId: guid(800),
    reviewers: pull.reviewers.map((id) => reviewerJson(state, id, pull.votes?.get(id))),
    ...(pull.labels.length === 0 ? {} : { labels: pull.labels.map(labelJson) }),
    url: `${ownUrl}/_apis/git/repositories/${state.repository.id}/pullRequests/${number}`,
    ...(isListed ? {} : { _links: { web: { href: pageOf(state, number) } } }),
    supportsIterations: true,
    ...(isFork && !isListed
      ? { forkSource: { name: source, repository: repositoryJson(state, sourceRepository) } }
      : {}),
  };
}

export function threadJson(state: AzureState, { id, status, comments, place }: AzureThread): object {
  return {
    id,
    publishedDate: moment,
    lastUpdatedDate: moment,
    comments: comments.map((comment) => commentJson(state, comment)),
    ...(status === null ? {} : { status }),
    threadContext: place === undefined ? null : placeJson(place),
    properties: {},
    identities: null,
    isDeleted: comments.every(({ isDeleted }) => isDeleted),
    _links: { self: { href: `${ownUrl}/_apis/git/threads/${id}` } },
  };
}

function placeJson({ path, side, from, to }: AzurePlace): object {
  return {
    filePath: `/${path}`,
    [`${side}FileStart`]: { line: from, offset: 1 },
    [`${side}FileEnd`]: { line: to, offset: 20 },
  };
}

export function commentJson(state: AzureState, comment: AzureComment): object {
  const { id, author, content, isDeleted, publishedDate = moment } = comment;
  return {
    id,
    parentCommentId: 0,
    author: personJson(state, author ?? "Microsoft.VisualStudio.Services.TFS"),
    content,
    ...(isDeleted ? { isDeleted } : {}),
    publishedDate,
    lastUpdatedDate: publishedDate,
    lastContentUpdatedDate: publishedDate,
    commentType: author === null ? "system" : "text",
    usersLiked: [],
    _links: {},
  };
}

export function statusJson(state: AzureState, status: AzureStatus): object {
  const { id, description, targetUrl, creationDate, genre, name, iterationId } = status;
  return {
    id,
    state: status.state,
    description,
    context: { name, genre },
    creationDate,
    updatedDate: creationDate,
    createdBy: personJson(state, "writer"),
    targetUrl,
    ...(iterationId === undefined ? {} : { iterationId }),
  };
}

export function iterationJson(state: AzureState, { id, commit, createdDate }: AzureIteration): object {
  return {
    id,
    description: "",
    author: personJson(state, "bot"),
    createdDate,
    updatedDate: createdDate,
    sourceRefCommit: { commitId: commit },
    hasMoreCommits: false,
    reason: id === 1 ? "create" : "push",
  };
}

/** As the API and its deliveries tell it. */
export function buildJson(state: AzureState, build: AzureBuild): object {
  const { id, pipeline: name, result, source, sourceBranch, sourceVersion } = build;
  const trigger = {
    "pr.sourceBranch": `refs/heads/${source?.branch}`,
    "pr.sourceSha": source?.commit,
    "pr.isFork": "False",
  };
  return {
    _links: { web: { href: `https://dev.azure.com/intern/docs/_build/results?buildId=${id}` } },
    id,
    buildNumber: `20260301.${id}`,
    status: result === null ? "inProgress" : "completed",
    ...(result === null ? {} : { result }),
    definition: { id: name.length, name, path: "\\", type: "build", project: projectJson(state) },
    project: projectJson(state),
    sourceBranch,
    sourceVersion,
    triggerInfo: source === null ? {} : trigger,
    reason: source === null ? "individualCI" : "pullRequest",
    requestedFor: personJson(state, "bot"),
    repository: { id: state.repository.id, type: "TfsGit", name: state.repository.name },
  };
}

export function pageOf({ project, repository }: AzureState, number: number): string {
  return `${ownUrl}/${encodeURIComponent(project.name)}/_git/${repository.name}/pullrequest/${number}`;
}
