import { matchGlob } from "../text/match-glob.ts";
import { isPagePath } from "../text/page-path.ts";
import { runInSlices } from "../text/run-in-slices.ts";
import type { PolicyRules } from "../writes/write-rules.ts";
import { findAvoidedTerm } from "./find-avoided-term.ts";
import type { PartitionOf } from "./find-partitions.ts";
import { findMissingKeys } from "./front-matter-keys.ts";
import { type Policy, policyPath } from "./policy-schema.ts";

export interface PolicyContext {
  partitionOf: PartitionOf;
  /** Returns the text before the job; null if there was no file. */
  readBefore(path: string, oldPath: string | undefined): Promise<string | null>;
  signal?: AbortSignal;
}

export function createPolicyRules(policy: Policy, context: PolicyContext): PolicyRules {
  const { languages, versions } = policy;
  const mayBeWritten = policy.write === undefined ? () => true : anyOf(policy.write);
  const isNever = anyOf(policy.never);
  const isFrozen = anyOf(policy.frozen);
  const frontMatter = policy.frontMatter.map(({ required, in: globs }) => ({
    required,
    isMeant: globs === undefined ? () => true : anyOf(globs),
  }));

  function refusePartition(path: string): string | null {
    if (languages === undefined && versions === "all") return null;
    const { language, oldVersion } = context.partitionOf(path);
    const written = language ?? languages?.[0];
    if (languages !== undefined && !languages.some((one) => isSameLanguage(one, written!))) {
      return `it is written in another language (${written}) than ${policyPath} lets jobs write (${languages.join(", ")})`;
    }
    if (versions === "all" || oldVersion === null) return null;
    return `it documents an earlier version (${oldVersion}), and ${policyPath} lets jobs write only the current one`;
  }

  return {
    refusePath(path) {
      if (isNever(path)) return `it is among what ${policyPath} says jobs never write`;
      if (!mayBeWritten(path)) return `${policyPath} lets jobs write only ${policy.write!.join(", ")}`;
      if (isFrozen(path)) return `${policyPath} has it among its frozen pages`;
      return refusePartition(path);
    },
    async refuseText(path, text, oldPath) {
      const required = frontMatter.filter(({ isMeant }) => isMeant(path)).flatMap((one) => one.required);
      if (!isPagePath(path) || (required.length === 0 && policy.terms.length === 0)) return null;
      const before = await context.readBefore(path, oldPath);
      const missing = findMissingKeys({ before, text, required });
      if (missing.length > 0) {
        return `its front matter has no ${missing.join(", ")}, which ${policyPath} requires`;
      }
      const found = await runInSlices(
        findAvoidedTerm(policy.terms, { before: before ?? "", text, isMdx: /\.mdx$/i.test(path) }),
        context.signal,
      );
      if (found === null) return null;
      const advice = found.use === undefined ? "" : `; write ${JSON.stringify(found.use)}`;
      return `it brings ${JSON.stringify(found.avoided)} in line ${found.line}, which ${policyPath} says to avoid${advice}`;
    },
  };
}

/** `pt` also matches `pt-BR`. */
function isSameLanguage(allowed: string, written: string): boolean {
  const [wide, narrow] = [allowed.toLowerCase(), written.toLowerCase()];
  return wide === narrow || narrow.startsWith(`${wide}-`);
}

function anyOf(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(matchGlob);
  return (path) => matchers.some((matches) => matches(path));
}
