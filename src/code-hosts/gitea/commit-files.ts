import { posix } from "node:path";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { blobId } from "../blob-id.ts";
import { pathSegment } from "../path-segment.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { ApiCommit, CommittedFile } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { branchSchema, commitSchema, entriesSchema, filesResponseSchema } from "./schemas.ts";

/** File ids by path, only for the folders that were read. */
type Listing = Map<string, string>;

/**
 * Makes one commit through the host, which signs it if so configured. The API takes no expected head: a
 * branch that is not at the parent is refused beforehand, and a commit that got another parent meanwhile
 * afterwards.
 */
export async function commitFiles(client: GiteaClient, commit: ApiCommit): Promise<string> {
  const made = await findMade(client, commit);
  if (made !== null) return made;
  try {
    return await writeCommit(client, commit);
  } catch (error) {
    // Another attempt may have made the commit, or this one if its answer was lost.
    const isTaken = [404, 409, 422].includes(statusOf(error) ?? 0);
    const late = isTaken || isUncertain(error) ? await findMade(client, commit).catch(() => null) : null;
    if (late === null) throw error;
    return late;
  }
}

async function writeCommit(
  client: GiteaClient,
  { branch, parent, message, files }: ApiCommit,
): Promise<string> {
  const before = await listFiles(client, parent, files);
  const { data } = await client.request({
    method: "POST",
    path: `${client.path}/contents`,
    body: { branch, message, files: files.flatMap((file) => toOperation(file, before)) },
    action: "make the commit",
    schema: filesResponseSchema,
  });
  const parents = data.commit.parents ?? [];
  if (parents.length === 1 && parents[0]!.sha !== parent) throw changedMeanwhile(branch);
  return data.commit.sha;
}

function toOperation({ path, content }: CommittedFile, before: Listing): object[] {
  const sha = before.get(path);
  if (content === null) return sha === undefined ? [] : [{ operation: "delete", path, sha }];
  const encoded = content.toString("base64");
  if (sha === undefined) return [{ operation: "create", path, content: encoded }];
  return [{ operation: "update", path, sha, content: encoded }];
}

/**
 * Returns the commit if the branch already has it, on top of the parent and with these files. Creates the
 * branch if missing. Throws `push_rejected` if the branch is at any other commit.
 */
async function findMade(client: GiteaClient, commit: ApiCommit): Promise<string | null> {
  const { branch, parent } = commit;
  const head = (await findHead(client, branch)) ?? (await makeBranch(client, branch, parent));
  if (head === parent) return null;
  if ((await hasParent(client, head, parent)) && (await hasFiles(client, head, commit.files))) return head;
  throw changedMeanwhile(branch);
}

async function findHead(client: GiteaClient, branch: string): Promise<string | null> {
  const path = `${client.path}/branches/${pathSegment(branch)}`;
  return (await client.find(path, branchSchema, "look for the branch"))?.commit.id ?? null;
}

/** Returns the branch's commit. After 409, if another attempt was faster, it may be ahead of the parent. */
async function makeBranch(client: GiteaClient, branch: string, parent: string): Promise<string> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/branches`,
      body: { new_branch_name: branch, old_ref_name: parent },
      action: "make the branch",
      schema: branchSchema,
    });
    return data.commit.id;
  } catch (error) {
    const head = statusOf(error) === 409 || isUncertain(error) ? await findHead(client, branch) : null;
    if (head === null) throw error;
    return head;
  }
}

async function hasParent(client: GiteaClient, head: string, parent: string): Promise<boolean> {
  const path = `${client.path}/git/commits/${pathSegment(head)}`;
  const { data } = await client.request({ path, action: "read the branch's commit", schema: commitSchema });
  return data.parents?.length === 1 && data.parents[0]!.sha === parent;
}

async function hasFiles(
  client: GiteaClient,
  head: string,
  files: readonly CommittedFile[],
): Promise<boolean> {
  const there = await listFiles(client, head, files);
  return files.every(({ path, content }) => {
    const id = there.get(path);
    return content === null ? id === undefined : id === blobId(content, head.length);
  });
}

/** Sends one request per folder. */
async function listFiles(
  client: GiteaClient,
  ref: string,
  files: readonly CommittedFile[],
): Promise<Listing> {
  const listing: Listing = new Map();
  for (const folder of new Set(files.map(({ path }) => posix.dirname(path)))) {
    const below = folder === "." ? "" : `/${folder.split("/").map(pathSegment).join("/")}`;
    try {
      const { data } = await client.request({
        path: `${client.path}/contents${below}`,
        query: { ref },
        action: "read the folder's files",
        // If the change has a folder where a file is now, the host returns that file instead of a list.
        schema: z.union([entriesSchema, z.object({}).transform(() => [])]),
      });
      for (const { path, sha, type } of data) if (type !== "dir") listing.set(path, sha);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
  return listing;
}

function changedMeanwhile(branch: string): AppError {
  return new AppError(
    "push_rejected",
    `The branch ${branch} has commits that are not the job's: someone else has changed it in the meantime.`,
  );
}
