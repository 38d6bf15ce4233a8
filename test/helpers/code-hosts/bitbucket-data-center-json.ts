import type {
  DataCenterAnchor,
  DataCenterBuild,
  DataCenterComment,
  DataCenterPull,
  DataCenterRepository,
  DataCenterState,
  DataCenterUser,
} from "./bitbucket-data-center-state.ts";

const time = 1585577904728;

/** Commits by branch. */
export type Branches = ReadonlyMap<string, string>;

export function userJson(state: DataCenterState, { id, name, active }: DataCenterUser) {
  return {
    name,
    emailAddress: `${name}@example.com`,
    id,
    displayName: `${name} of Acme`,
    active,
    slug: name,
    type: "NORMAL",
    links: { self: [{ href: webUrl(state, `/users/${name}`) }] },
  };
}

export function repositoryJson(state: DataCenterState, repository: DataCenterRepository): object {
  const { id, key, slug, origin, owner, initialisingLooks } = repository;
  const isReady = initialisingLooks === 0;
  const personal = owner === null ? {} : { owner: userJson(state, owner) };
  return {
    slug,
    id,
    name: slug,
    hierarchyId: "1c17e4711a8a022d0a9a",
    scmId: "git",
    state: isReady ? "AVAILABLE" : "INITIALISING",
    statusMessage: isReady ? "Available" : "Initialising",
    forkable: true,
    ...(origin === null ? {} : { origin: repositoryJson(state, origin) }),
    project: { key, id, name: key, type: owner === null ? "NORMAL" : "PERSONAL", ...personal },
    public: false,
    links: {
      clone: [
        { href: webUrl(state, `/scm/${key.toLowerCase()}/${slug}.git`), name: "http" },
        { href: `ssh://git@bitbucket.example.com:7999/${key.toLowerCase()}/${slug}.git`, name: "ssh" },
      ],
      self: [{ href: webUrl(state, `/projects/${key}/repos/${slug}/browse`) }],
    },
  };
}

export function pullUrl(state: DataCenterState, { id }: DataCenterPull): string {
  const { key, slug } = state.repository;
  return webUrl(state, `/projects/${key}/repos/${slug}/pull-requests/${id}`);
}

export function pullJson(
  state: DataCenterState,
  pull: DataCenterPull,
  commits: { base: Branches; head: Branches },
) {
  const ref = (repository: DataCenterRepository, name: string, branches: Branches) => ({
    id: `refs/heads/${name}`,
    displayId: name,
    latestCommit: branches.get(name) ?? "0".repeat(40),
    type: "BRANCH",
    repository: repositoryJson(state, repository),
  });
  const participant = (user: DataCenterUser, role: string) => {
    const approved = pull.approvedBy?.includes(user) === true;
    return { user: userJson(state, user), role, approved, status: approved ? "APPROVED" : "UNAPPROVED" };
  };
  const reviewers = [...new Set([...pull.reviewers, ...(pull.approvedBy ?? [])])];
  return {
    id: pull.id,
    version: pull.version,
    title: pull.title,
    // Absent when there is none.
    ...(pull.description === "" ? {} : { description: pull.description }),
    state: pull.state,
    open: pull.state === "OPEN",
    closed: pull.state !== "OPEN",
    ...(state.drafts === "unknown" ? {} : { draft: pull.draft }),
    createdDate: time,
    updatedDate: time + pull.version,
    fromRef: ref(pull.headRepository, pull.head, commits.head),
    toRef: ref(state.repository, pull.base, commits.base),
    locked: false,
    author: participant(pull.author, "AUTHOR"),
    reviewers: reviewers.map((user) => participant(user, "REVIEWER")),
    participants: [],
    ...(pull.mergeCommit === undefined
      ? {}
      : { properties: { mergeCommit: { id: pull.mergeCommit, displayId: pull.mergeCommit.slice(0, 11) } } }),
    links: { self: [{ href: pullUrl(state, pull) }] },
  };
}

export function commentJson(state: DataCenterState, comment: DataCenterComment): object {
  const { id, version, text, author, createdMs, answers, state: shown, threadResolved } = comment;
  return {
    properties: { repositoryId: state.repository.id },
    id,
    version,
    text,
    author: userJson(state, author),
    createdDate: createdMs,
    updatedDate: createdMs + version,
    comments: answers.map((answer) => commentJson(state, answer)),
    tasks: [],
    threadResolved,
    severity: shown === "RESOLVED" ? "BLOCKER" : "NORMAL",
    state: shown,
  };
}

export function anchorJson(anchor: DataCenterAnchor): object {
  const side = anchor.lineType === "REMOVED" ? "FROM" : "TO";
  return {
    fromHash: "a".repeat(40),
    toHash: "b".repeat(40),
    diffType: "EFFECTIVE",
    orphaned: false,
    fileType: side,
    srcPath: anchor.path,
    ...anchor,
  };
}

export function buildJson({ key, name, state, description, url }: DataCenterBuild): object {
  return {
    createdDate: time,
    updatedDate: time,
    key,
    // Absent when there is none.
    ...(name === null ? {} : { name }),
    state,
    description,
    url,
  };
}

function webUrl({ url, base }: DataCenterState, path: string): string {
  return `${url}${base}${path}`;
}
