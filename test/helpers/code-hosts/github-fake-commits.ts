import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { git } from "../git-fixture.ts";
import { branchCommit } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { notFound, refuse } from "./github-fake-answers.ts";
import { type ComparedCommit, commitOn, compareCommits, hasCommit, readCommit } from "./github-fake-git.ts";
import { toFullRepository } from "./github-fake-objects.ts";
import { type Call, type Route, toRef } from "./github-fake-routes.ts";
import { type FakeRepository, findRepository, nextId, userOf } from "./github-fake-state.ts";

const newRef = z.strictObject({ ref: z.string(), sha: z.string() });
const newFork = z.strictObject({
  organization: z.string().optional(),
  name: z.string().optional(),
  default_branch_only: z.boolean().optional(),
});

const mutationInput = z.strictObject({
  branch: z.strictObject({ repositoryNameWithOwner: z.string(), branchName: z.string() }),
  expectedHeadOid: z.string().regex(/^[0-9a-f]{40}$/),
  message: z.strictObject({ headline: z.string().min(1), body: z.string().optional() }),
  fileChanges: z.strictObject({
    additions: z.array(z.strictObject({ path: z.string().min(1), contents: z.base64() })).optional(),
    deletions: z.array(z.strictObject({ path: z.string().min(1) })).optional(),
  }),
});

const graphqlRequest = z.strictObject({
  query: z.string().regex(/createCommitOnBranch\(input: \$input\)/),
  variables: z.strictObject({ input: z.unknown() }),
});

export const commitRoutes: Route[] = [
  {
    operation: "POST /repos/{owner}/{repo}/git/refs",
    need: [{ contents: "write" }],
    body: newRef,
    async handle({ addresses, repository, body }) {
      const { ref, sha } = body as z.output<typeof newRef>;
      const [, branch] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
      if (branch === undefined) return refuse(422, "Reference name must start with refs/heads/.");
      if (!(await hasCommit(repository.folder, sha))) return refuse(422, "Object does not exist");
      if ((await branchCommit(repository.folder, branch)) !== null) {
        return refuse(422, "Reference already exists");
      }
      await git(repository.folder, ["update-ref", ref, sha]);
      return { status: 201, body: toRef(addresses, { repository, branch, commit: sha }) };
    },
  },
  {
    operation: "GET /repos/{owner}/{repo}/compare/{basehead}",
    need: [{ contents: "read" }],
    handle: compare,
  },
  {
    operation: "POST /repos/{owner}/{repo}/forks",
    need: "token",
    body: newFork,
    handle: makeFork,
  },
  { operation: "POST /graphql", need: "token", handle: mutate },
];

async function compare({ addresses, repository, path }: Call): Promise<FakeAnswer> {
  const [base = "", head = ""] = path.basehead!.split("...", 2);
  const { folder, owner, name } = repository;
  if (!(await hasCommit(folder, base)) || !(await hasCommit(folder, head))) return notFound;
  const { mergeBase, ahead, behindBy, files } = await compareCommits(folder, base, head);
  const url = `${addresses.api}/repos/${owner}/${name}/compare/${base}...${head}`;
  const page = `${addresses.origin}/${owner}/${name}/compare/${base}...${head}`;
  const status =
    ahead.length > 0 ? (behindBy > 0 ? "diverged" : "ahead") : behindBy > 0 ? "behind" : "identical";
  const contents = `${addresses.api}/repos/${owner}/${name}/contents`;
  return {
    status: 200,
    body: {
      url,
      html_url: page,
      permalink_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      base_commit: toCommit(addresses.api, repository, await readCommit(folder, base)),
      merge_base_commit: toCommit(addresses.api, repository, await readCommit(folder, mergeBase)),
      status,
      ahead_by: ahead.length,
      behind_by: behindBy,
      total_commits: ahead.length,
      commits: ahead.map((commit) => toCommit(addresses.api, repository, commit)),
      files: files.map(({ filename, previous, status: change, sha }) => ({
        sha,
        filename,
        ...(previous === null ? {} : { previous_filename: previous }),
        status: change,
        additions: 1,
        deletions: 0,
        changes: 1,
        blob_url: `${addresses.origin}/${owner}/${name}/blob/${head}/${encodeURIComponent(filename)}`,
        raw_url: `${addresses.origin}/${owner}/${name}/raw/${head}/${encodeURIComponent(filename)}`,
        contents_url: `${contents}/${encodeURIComponent(filename)}?ref=${head}`,
      })),
    },
  };
}

export function toCommit(api: string, { owner, name }: FakeRepository, commit: ComparedCommit) {
  const { sha, message, tree, parents } = commit;
  const base = `${api}/repos/${owner}/${name}`;
  const person = { name: "Copydesk", email: "bot@example.com", date: "2026-01-26T19:01:12Z" };
  const verification = { verified: true, reason: "valid", signature: null, payload: null, verified_at: null };
  return {
    sha,
    node_id: Buffer.from(`C_${sha}`).toString("base64"),
    commit: {
      author: person,
      committer: person,
      message,
      tree: { sha: tree, url: `${base}/git/trees/${tree}` },
      url: `${base}/git/commits/${sha}`,
      comment_count: 0,
      verification,
    },
    url: `${base}/commits/${sha}`,
    html_url: `${base}/commit/${sha}`,
    comments_url: `${base}/commits/${sha}/comments`,
    author: null,
    committer: null,
    parents: parents.map((id) => ({
      sha: id,
      url: `${base}/commits/${id}`,
      html_url: `${base}/commit/${id}`,
    })),
  };
}

/** An existing fork is answered again. The copy is there a while later. */
async function makeFork({ state, addresses, repository, who }: Call): Promise<FakeAnswer> {
  const viewer = userOf(state, who.login);
  // A fine-grained token reaches the repositories of one owner only: here acme's.
  if (who.kind === "installation") return refuse(403, "Resource not accessible by integration");
  if (who.kind === "fine-grained") return refuse(403, "Resource not accessible by personal access token");
  if (!who.scopes.includes("repo")) return notFound;
  const known = state.repositories.find(
    ({ owner, parent }) => owner === viewer.login && parent === repository,
  );
  const fork = known ?? (await copyRepository(repository, viewer.login, state));
  if (known === undefined) state.repositories.push(fork);
  return { status: 202, body: toFullRepository(state, addresses, { repository: fork, viewer }) };
}

async function copyRepository(
  repository: FakeRepository,
  owner: string,
  state: Call["state"],
): Promise<FakeRepository> {
  const isTaken = findRepository(state, owner, repository.name) !== undefined;
  const name = isTaken ? `${repository.name}-1` : repository.name;
  const folder = join(dirname(dirname(repository.folder)), owner, `${name}.git`);
  await rm(folder, { recursive: true, force: true });
  await git(repository.folder, ["clone", "--quiet", "--bare", "--no-hardlinks", repository.folder, folder]);
  return { ...repository, id: nextId(state), owner, name, folder, parent: repository, copying: 2 };
}

type GraphqlError = { type?: string; path: string[]; message: string };

async function mutate({ state, request, who }: Call): Promise<FakeAnswer> {
  const asked = graphqlRequest.safeParse(request.body);
  if (!asked.success) return failed({ path: ["query"], message: "Parse error on the query" });
  const parsed = mutationInput.safeParse(asked.data.variables.input);
  if (!parsed.success) {
    const message = `Variable $input of type CreateCommitOnBranchInput! was provided invalid value for ${parsed.error.issues[0]?.path.join(".")}`;
    return failed({ path: ["createCommitOnBranch"], message });
  }
  const { branch, expectedHeadOid, message, fileChanges } = parsed.data;
  const [owner = "", name = ""] = branch.repositoryNameWithOwner.split("/");
  const repository = findRepository(state, owner, name);
  const head = repository === undefined ? null : await branchCommit(repository.folder, branch.branchName);
  const stale = {
    type: "STALE_DATA",
    message: `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
  };
  const refusal =
    repository === undefined || head === null
      ? { type: "NOT_FOUND", message: "Could not resolve to a branch with that name." }
      : who.kind !== "classic" && who.permissions.contents !== "write"
        ? { type: "FORBIDDEN", message: "Resource not accessible by personal access token" }
        : head === expectedHeadOid
          ? null
          : stale;
  if (refusal !== null) return failed({ ...refusal, path: ["createCommitOnBranch"] });
  const made = await commitOn(repository!.folder, {
    branch: branch.branchName,
    parent: expectedHeadOid,
    message: message.body ? `${message.headline}\n\n${message.body}` : message.headline,
    changes: { additions: fileChanges.additions ?? [], deletions: fileChanges.deletions ?? [] },
  });
  if (made === null) return failed({ ...stale, path: ["createCommitOnBranch"] });
  return { status: 200, body: { data: { createCommitOnBranch: { commit: { oid: made } } } } };
}

function failed(error: GraphqlError): FakeAnswer {
  const locations = [{ line: 2, column: 3 }];
  return { status: 200, body: { data: { createCommitOnBranch: null }, errors: [{ ...error, locations }] } };
}
