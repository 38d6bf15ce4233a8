import { AppError } from "../errors.ts";
import { createPolicyRules } from "../policy/create-policy-rules.ts";
import { findPartitions } from "../policy/find-partitions.ts";
import { type Policy, policyPath } from "../policy/policy-schema.ts";
import { findStaleTranslations, type LanguageState } from "../translations/find-stale-translations.ts";
import { findCheckedFolder, listFolderFiles } from "./list-folder-files.ts";
import { openFolderHistory } from "./open-folder-history.ts";
import { readFolderFile } from "./read-folder-file.ts";
import { readFolderPolicy } from "./read-folder-policy.ts";

export interface FolderTranslations {
  /** Absolute; the paths are relative to it. */
  root: string;
  sourceLanguage: string;
  languages: LanguageState[];
}

/**
 * Finds the stale translations in a folder's repository as it is on disk. Throws `git_missing`,
 * `invalid_policy`.
 */
export async function findFolderTranslations(input: {
  folder: string;
  languages: readonly string[] | null;
  /** Whether a page, by its path below the root, is in scope. */
  isMeant(path: string): boolean;
  signal: AbortSignal;
}): Promise<FolderTranslations> {
  const checked = await findCheckedFolder(input.folder);
  const { root } = checked;
  const policy = await readPolicyOrThrow(root);
  const files = await listFolderFiles(checked);
  const known = new Set(files);
  const rules =
    policy && createPolicyRules(policy, { partitionOf: findPartitions(files), readBefore: async () => null });
  const sourceLanguage = policy?.languages?.[0] ?? "en";
  const open = await openFolderHistory(checked, input.signal);
  const history = open && (await open());
  try {
    const tree = {
      ...{ files, sourceLanguage, signal: input.signal },
      read: async (path: string) =>
        known.has(path) ? (await readFolderFile(root, path)).toString("utf8") : null,
      isClosed: (path: string) => !input.isMeant(path) || (rules?.refusePath(path) ?? null) !== null,
      openHistory: async () => history,
    };
    return { root, sourceLanguage, languages: await findStaleTranslations(tree, input.languages) };
  } finally {
    history?.close();
  }
}

async function readPolicyOrThrow(root: string): Promise<Policy | null> {
  const found = await readFolderPolicy(root);
  if (found === null || "policy" in found) return found?.policy ?? null;
  const { line, column, message } = found.problems[0]!;
  throw new AppError("invalid_policy", `${policyPath}:${line}:${column}: ${message}`);
}
