import { createWriteRules, type RefuseWrite, type WriteSettings } from "../../src/writes/write-rules.ts";

/** The rules of a project on a site without navigation files. */
export function plainRules(settings: Partial<WriteSettings> = {}): RefuseWrite {
  const navigation = { isData: () => false, judge: () => null };
  return createWriteRules({ paths: [], protectedPaths: [], jobPaths: [], navigation, ...settings });
}
