import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { blobId } from "../blob-id.ts";
import { pathSegment } from "../path-segment.ts";
import { findOne } from "../rest/find-one.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { ApiCommit } from "../types.ts";
import type { GithubClient } from "./client.ts";
import { comparisonSchema, createdCommitSchema, refSchema } from "./schemas.ts";

type Comparison = z.output<typeof comparisonSchema>;

/** GitHub accepts about 40 MB per request; base64 adds a third to the content. */
const contentBytesMax = 28 * 1024 * 1024;
const comparedFilesMax = 300;

const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/**
 * Makes one commit through GitHub, which signs it. If an earlier attempt has already made it, returns that
 * one; throws `push_rejected` if the branch is at anything else than the parent. New files are plain files.
 * Throws `code_host_refused` if the change is too large.
 */
export async function commitFiles(client: GithubClient, commit: ApiCommit): Promise<string> {
  assertSize(commit);
  const made = await findMade(client, commit);
  if (made !== null) return made;
  try {
    return await writeCommit(client, commit);
  } catch (error) {
    // Another attempt may have made the commit, or this one if its answer was lost.
    const mayBeMade = isUncertain(error) || statusOf(error) === 409 || statusOf(error) === 422;
    const late = mayBeMade ? await findMade(client, commit) : null;
    if (late === null) throw error;
    return late;
  }
}

function assertSize({ files }: ApiCommit): void {
  const bytes = files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (bytes <= contentBytesMax) return;
  throw new AppError(
    "code_host_refused",
    `The change has ${bytes} bytes, more than GitHub accepts in a commit through its API (${contentBytesMax}). Have them pushed instead: commits.throughApi in the project's settings.`,
  );
}

async function writeCommit(
  client: GithubClient,
  { branch, parent, message, files }: ApiCommit,
): Promise<string> {
  const [headline, ...rest] = message.trim().split("\n");
  const created = await client.graphql({
    query: mutation,
    variables: {
      input: {
        branch: { repositoryNameWithOwner: `${client.owner}/${client.name}`, branchName: branch },
        expectedHeadOid: parent,
        message: { headline, body: rest.join("\n").trim() },
        fileChanges: {
          additions: files.flatMap(({ path, content }) =>
            content === null ? [] : [{ path, contents: content.toString("base64") }],
          ),
          deletions: files.flatMap(({ path, content }) => (content === null ? [{ path }] : [])),
        },
      },
    },
    action: "make the commit",
    schema: createdCommitSchema,
  });
  return created.createCommitOnBranch.commit.oid;
}

/**
 * Returns the commit if the branch already has it; null if the branch is at the parent. Creates the branch if
 * missing.
 */
async function findMade(client: GithubClient, commit: ApiCommit): Promise<string | null> {
  const { branch, parent } = commit;
  const head = await findHead(client, branch);
  if (head === null) {
    await makeBranch(client, branch, parent);
    return null;
  }
  if (head === parent) return null;
  if (isThisCommit(await compare(client, parent, head), commit)) return head;
  throw new AppError(
    "push_rejected",
    `The branch ${branch} has commits that are not the job's: someone else has changed it in the meantime.`,
  );
}

async function findHead(client: GithubClient, branch: string): Promise<string | null> {
  const found = await findOne(client, {
    path: `${client.path}/git/ref/${pathSegment(`heads/${branch}`)}`,
    action: "look for the branch",
    schema: refSchema,
  });
  return found?.object.sha ?? null;
}

/** 422: another attempt was faster. */
async function makeBranch(client: GithubClient, branch: string, parent: string): Promise<void> {
  try {
    await client.request({
      method: "POST",
      path: `${client.path}/git/refs`,
      body: { ref: `refs/heads/${branch}`, sha: parent },
      action: "make the branch",
      schema: refSchema,
    });
  } catch (error) {
    const mayBeThere = statusOf(error) === 422 || isUncertain(error);
    if (!mayBeThere || (await findHead(client, branch)) === null) throw error;
  }
}

async function compare(client: GithubClient, parent: string, head: string): Promise<Comparison> {
  const { data } = await client.request({
    path: `${client.path}/compare/${pathSegment(`${parent}...${head}`)}`,
    action: "read the branch's commit",
    schema: comparisonSchema,
  });
  return data;
}

/** True for one commit on top of the parent, with this message and exactly these files. */
function isThisCommit({ status, commits, files }: Comparison, commit: ApiCommit): boolean {
  const [made] = commits;
  if (status !== "ahead" || commits.length !== 1 || made === undefined) return false;
  if (made.parents.length !== 1 || made.parents[0]!.sha !== commit.parent) return false;
  if (normalised(made.commit.message) !== normalised(commit.message)) return false;
  const changed = new Map<string, string | null>();
  for (const { filename, previous_filename: previous, status: change, sha } of files) {
    if (change === "renamed" && previous != null) changed.set(previous, null);
    changed.set(filename, change === "removed" ? null : sha);
  }
  if (files.length >= comparedFilesMax || changed.size !== commit.files.length) return false;
  return commit.files.every(
    ({ path, content }) =>
      changed.get(path) === (content === null ? null : blobId(content, commit.parent.length)),
  );
}

function normalised(message: string): string {
  return message.trim().replace(/\n(?:[^\S\n]*\n)+/, "\n\n");
}
