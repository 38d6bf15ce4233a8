import { realpath, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, relative, sep } from "node:path";
import { isBelow } from "../checks/model/open-sites.ts";
import type { OutsideRules } from "../checks/outside-rules.ts";
import { createPageParser } from "../checks/processes/create-page-parser.ts";
import { createDictionaryLoader } from "../checks/spelling/dictionary.ts";
import type { Finding } from "../checks/types.ts";
import type { FolderChecker, FolderCheckScope } from "../cli/deps.ts";
import { AppError } from "../errors.ts";
import { checkFolder, type FolderCheck } from "../folder-check/check-folder.ts";
import { keepResults } from "../folder-check/keep-results.ts";
import { findCheckedFolder } from "../folder-check/list-folder-files.ts";
import { repairFolder } from "../folder-check/repair-folder.ts";
import { createRulesWithoutRequests } from "./create-outside-rules.ts";

/**
 * Checks folders without a store and a service. Pages that were read once are not read again while they stay
 * as they are; with `keptIn`, a folder of this program, by later runs neither.
 */
export function openFolderChecker(
  outsideRules: OutsideRules = createRulesWithoutRequests(),
  { keptIn = null }: { keptIn?: string | null } = {},
): FolderChecker {
  const kept = keepResults(keptIn);
  const parser = createPageParser({ processesMax: availableParallelism(), answers: kept.answers });
  const loadDictionary = createDictionaryLoader();
  const deps = { cache: kept.facts, parser, loadDictionary, outsideRules };
  const inputOf = async ({ scope, base, switches, signal }: FolderCheckScope) => {
    const place = await realpath(scope).catch(() => null);
    if (place === null) throw new AppError("file_not_found", `There is no ${scope}.`);
    const isFolder = (await stat(place)).isDirectory();
    const folder = isFolder ? place : dirname(place);
    const { root } = await findCheckedFolder(folder);
    kept.load(root);
    const path = relative(root, place).split(sep).join("/");
    return { folder, scope: path, base, switches, signal };
  };
  return {
    async check(asked) {
      const input = await inputOf(asked);
      return within(await checkFolder(deps, input), input.scope);
    },
    async repair(asked) {
      const input = await inputOf(asked);
      const found = within(await checkFolder(deps, input), input.scope);
      const { repaired, check } = await repairFolder(deps, input, found);
      return { repaired, check: within(check, input.scope) };
    },
    async checkPolicy(asked) {
      const { folder, signal } = await inputOf({ ...asked, base: null, switches: {} });
      const { checkFolderPolicy } = await import("../folder-check/check-folder-policy.ts");
      return await checkFolderPolicy(deps, { folder, signal });
    },
    async findTranslations({ languages, ...asked }) {
      const input = await inputOf({ ...asked, base: null, switches: {} });
      const isMeant = (path: string) => isBelow(path, input.scope);
      const { findFolderTranslations } = await import("../folder-check/find-folder-translations.ts");
      return await findFolderTranslations({ ...input, languages, isMeant });
    },
    close() {
      parser.close();
      kept.save();
    },
  };
}

/** Keeps only findings in the requested folder or file. */
function within(check: FolderCheck, path: string): FolderCheck {
  if (path === "") return check;
  const isWithin = (finding: Finding) => isBelow(finding.path, path);
  return {
    ...check,
    problems: check.problems.filter(isWithin),
    warnings: check.warnings.filter(isWithin),
    fixed: check.fixed.filter(isWithin),
    removed: check.removed.filter(isWithin),
    preexisting: check.preexisting.filter(isWithin),
    unjudged: check.unjudged.filter(isWithin),
  };
}
