import { lchown, lstat } from "node:fs/promises";
import {
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import { openDiskFiles } from "../agent/open-disk-files.ts";
import { openFolder } from "../agent/open-folder.ts";
import { parsePath } from "../agent/parse-path.ts";
import { isAppError } from "../errors.ts";
import { pathBelow, workspacePath } from "./workspace-path.ts";

export interface ServedFiles {
  directory: string;
  /** Read-only folders: host path → path as the agent sees it. */
  contextFolders?: Readonly<Record<string, string>>;
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  /** Host user that the agent runs as; null for the service's own. */
  hostUser: number | null;
}

/**
 * Serves `fs/read_text_file`: the whole text, or `limit` lines from `line` (1-based). Throws the protocol's
 * errors.
 */
export async function serveRead(
  files: ServedFiles,
  { path, line, limit }: ReadTextFileRequest,
): Promise<ReadTextFileResponse> {
  const place = toReadable(files, path);
  const text = await openDiskFiles(place.directory)
    .readText(place.inside)
    .catch((error: unknown) => {
      throw isAppError(error, "file_not_found") ? RequestError.resourceNotFound(path) : toRequestError(error);
    });
  if (line == null && limit == null) return { content: text };
  const from = Math.max(0, (line ?? 1) - 1);
  const lines = text.split(/(?<=\n)/);
  return { content: lines.slice(from, limit == null ? undefined : from + Math.max(0, limit)).join("") };
}

/** Serves `fs/write_text_file` by the rules of Copydesk's own tools. Throws the protocol's errors. */
export async function serveWrite(files: ServedFiles, { path, content }: WriteTextFileRequest): Promise<void> {
  const inside = toInside(path);
  const refusal = await files.refuseWrite(inside, content);
  if (refusal !== null) throw RequestError.invalidParams({ path: inside }, refusal);
  try {
    await openDiskFiles(files.directory).writeText(inside, content);
    if (files.hostUser !== null) await giveFile(files.directory, inside, files.hostUser);
  } catch (error) {
    throw toRequestError(error);
  }
}

/** Splits a path into the folder, which is the workspace or a read-only one, and the path below it. */
function toReadable(
  { directory, contextFolders = {} }: ServedFiles,
  path: string,
): { directory: string; inside: string } {
  for (const [folder, seen] of Object.entries(contextFolders)) {
    const inside = pathBelow(seen, path);
    if (inside !== null) return { directory: folder, inside };
  }
  return { directory, inside: toInside(path) };
}

function toInside(path: string): string {
  const inside = workspacePath(path);
  if (inside === null) throw RequestError.invalidParams({}, "the path is not below /workspace");
  return inside;
}

function toRequestError(error: unknown): unknown {
  return isAppError(error) ? RequestError.invalidParams({}, error.message) : RequestError.internalError();
}

/**
 * Makes the agent the owner of what the service writes during the run, including new folders. Follows no
 * links.
 */
async function giveFile(directory: string, path: string, user: number): Promise<void> {
  const components = parsePath(path);
  for (let depth = 0; depth < components.length; depth += 1) {
    const folder = await openFolder(directory, components.slice(0, depth));
    try {
      const entry = folder.at(components[depth]!);
      const { uid } = await lstat(entry);
      if (uid !== user) await lchown(entry, user, user);
    } finally {
      await folder.close();
    }
  }
}
