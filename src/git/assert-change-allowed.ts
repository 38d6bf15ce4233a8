import { AppError } from "../errors.ts";
import type { Workspace } from "./create-workspace.ts";
import { type ChangedFile, diffArguments } from "./diff-workspace.ts";
import { findHiddenCharacter, findSecret } from "./find-forbidden-text.ts";
import { gitOutput } from "./git-output.ts";
import { parseRawDiff } from "./parse-raw-diff.ts";
import { protectedPathReason } from "./protected-path.ts";
import { readChangedText } from "./read-changed-text.ts";

export interface ChangeRules {
  /** Tree or commit that is about to be pushed. */
  tree: string;
  /** Its patch, as `diffWorkspace` makes it. */
  patch: string;
  /** Paths that may be written; none means all. */
  writeGlobs: readonly string[];
  /** Default 100. */
  maxFiles?: number;
  /** Default 1 MiB. */
  maxPatchBytes?: number;
  /** Known secrets that must not leave. */
  canaries?: readonly string[];
  signal?: AbortSignal;
}

const filesMaxDefault = 100;
const patchBytesMaxDefault = 1024 * 1024;

/**
 * The gate before a push: looks at the finished tree itself, whoever wrote it. Throws `diff_too_large`, and `forbidden_change` for
 * links, submodules, protected paths, secrets and hidden characters, with the path and the reason.
 */
export async function assertChangeAllowed(workspace: Workspace, rules: ChangeRules): Promise<void> {
  const { tree, writeGlobs, signal, canaries = [] } = rules;
  const raw = await gitOutput(diffArguments(workspace, tree, ["--raw", "--numstat", "-z"]), { signal });
  const files = parseRawDiff(raw.toString("utf8"));
  assertSize(files, rules);
  for (const file of files) assertFile(file, writeGlobs);
  const texts = await readChangedText(workspace, tree, signal);
  const removed = texts.map((text) => text.removed).join("\n");
  const names = files.map((file) => file.path).join("\n");
  for (const text of texts) {
    assertNothingHidden(text.path, findHiddenCharacter(text.added, text.removed));
    assertNoSecret(text.path, findSecret(text.added, removed, canaries));
  }
  assertNothingHidden("a file name", findHiddenCharacter(names, ""));
  assertNoSecret("a file name", findSecret(names, removed, canaries));
}

function assertSize(files: readonly ChangedFile[], rules: ChangeRules): void {
  const { maxFiles = filesMaxDefault, maxPatchBytes = patchBytesMaxDefault } = rules;
  if (files.length > maxFiles) {
    throw tooLarge(`it touches ${files.length} files, more than the allowed ${maxFiles}`);
  }
  const bytes = Buffer.byteLength(rules.patch);
  if (bytes > maxPatchBytes) {
    throw tooLarge(`its patch has ${bytes} bytes, more than the allowed ${maxPatchBytes}`);
  }
}

function assertFile({ path, oldPath, mode }: ChangedFile, writeGlobs: readonly string[]): void {
  if (mode === "120000") throw forbidden(path, "it is a symbolic link");
  if (mode === "160000") throw forbidden(path, "it is a submodule");
  for (const written of oldPath === undefined ? [path] : [oldPath, path]) {
    const reason = protectedPathReason(written, writeGlobs);
    if (reason !== null) throw forbidden(written, reason);
  }
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
