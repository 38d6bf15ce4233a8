import { AppError } from "../../errors.ts";
import { findHiddenCharacter } from "../../outgoing/hidden-characters.ts";
import type { ChangedText } from "./parse-changed-text.ts";
import type { ChangedFile, WorkspaceDiff } from "./parse-raw-diff.ts";

/** The change about to be pushed, compared with the state it started from. */
export interface WholeChange extends Pick<WorkspaceDiff, "files" | "patch"> {
  texts(): Promise<ChangedText[]>;
  /** Returns the new content of a file. */
  read(path: string): Promise<Buffer | null>;
}

export interface ChangeRules {
  /**
   * Returns why the path may not have this text (null: may not be deleted), or null if it may. Large files
   * and those of other types are judged by path only.
   */
  refuseWrite(path: string, text?: string | null, oldPath?: string): string | null | Promise<string | null>;
  /** Default 100. */
  maxFiles?: number;
  /** Default 1 MiB. */
  maxPatchBytes?: number;
  /** Returns a description of the first secret in the text, or null. */
  findSecret(text: string): Promise<string | null>;
}

const filesMaxDefault = 100;
const patchBytesMaxDefault = 1024 * 1024;

/** Files that may be written only in part, and pages, whose wording the repository may have rules for. */
const judgedByText = /\.(?:json|ya?ml|toml|md|mdx|markdown)$/i;

/**
 * Gate before a push: checks the finished tree itself, whoever wrote it. Throws `diff_too_large`,
 * `path_not_allowed` for paths that jobs may not write, and `forbidden_change` for links, submodules,
 * secrets and hidden characters, with the path and the reason.
 */
export async function assertAllowed(change: WholeChange, rules: ChangeRules): Promise<void> {
  const { files } = change;
  assertSize(change, rules);
  for (const file of files) await assertFile(change, file, rules);
  const texts = await change.texts();
  const names = files.map((file) => file.path).join("\n");
  for (const text of texts) {
    assertNothingHidden(text.path, findHiddenCharacter(text.added, text.removed));
    assertNoSecret(text.path, await rules.findSecret(text.added));
  }
  assertNothingHidden("a file name", findHiddenCharacter(names, ""));
  assertNoSecret("a file name", await rules.findSecret(names));
}

function assertSize({ files, patch }: WholeChange, rules: ChangeRules): void {
  const { maxFiles = filesMaxDefault, maxPatchBytes = patchBytesMaxDefault } = rules;
  if (files.length > maxFiles) {
    throw tooLarge(`it touches ${files.length} files, more than the allowed ${maxFiles}`);
  }
  const bytes = Buffer.byteLength(patch);
  if (bytes > maxPatchBytes) {
    throw tooLarge(`its patch has ${bytes} bytes, more than the allowed ${maxPatchBytes}`);
  }
}

async function assertFile(
  change: WholeChange,
  { status, path, oldPath, mode }: ChangedFile,
  rules: ChangeRules,
): Promise<void> {
  if (mode === "120000") throw forbidden(path, "it is a symbolic link");
  if (mode === "160000") throw forbidden(path, "it is a submodule");
  if (oldPath !== undefined) assertPath(oldPath, await rules.refuseWrite(oldPath, null));
  if (status === "D") return assertPath(path, await rules.refuseWrite(path, null));
  assertPath(path, await rules.refuseWrite(path));
  if (!judgedByText.test(path)) return;
  const bytes = await change.read(path);
  assertPath(path, await rules.refuseWrite(path, bytes?.toString("utf8") ?? null, oldPath));
}

function assertPath(path: string, reason: string | null): void {
  if (reason === null) return;
  throw new AppError("path_not_allowed", `path_not_allowed: ${reason}.`, { details: { path } });
}

function assertNothingHidden(place: string, found: string | null): void {
  if (found !== null) throw forbidden(place, `it brings the hidden character ${found}`);
}

function assertNoSecret(place: string, found: string | null): void {
  if (found !== null) throw forbidden(place, `it brings ${found}`);
}

function forbidden(path: string, reason: string): AppError {
  return new AppError("forbidden_change", `The change may not be pushed because of ${path}: ${reason}.`, {
    details: { path },
  });
}

function tooLarge(reason: string): AppError {
  return new AppError("diff_too_large", `The change is too large for one pull request: ${reason}.`);
}
