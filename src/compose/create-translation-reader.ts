import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { AppError } from "../errors.ts";
import { type FetchedHistory, fetchHistory } from "../git/history/fetch-history.ts";
import { type CommitHistory, openHistory } from "../git/history/open-history.ts";
import { createPolicyRules } from "../policy/create-policy-rules.ts";
import { findPartitions } from "../policy/find-partitions.ts";
import { type Policy, policyBytesMax, policyPath } from "../policy/policy-schema.ts";
import { readPolicy } from "../policy/read-policy.ts";
import type { ReadTranslations, Translations } from "../projects/list-translations.ts";
import type { ProjectRow } from "../projects/project-row.ts";
import { withPeriod } from "../text/with-period.ts";
import { findStaleTranslations } from "../translations/find-stale-translations.ts";
import { toTranslationState } from "../translations/translation-state.ts";
import { createWriteRules } from "../writes/write-rules.ts";
import { type BranchDeps, type OpenBranch, openBranch, toReadError } from "./open-branch.ts";

const branchMs = 14_000;
/** The time limit for a large history; reading continues after the response was sent. */
const readMs = 3 * 60_000;
/** How long a response waits for the reading. */
const patienceMs = 10_000;
const keptMax = 20;
const pageBytesMax = 1024 * 1024;

/** Finds the stale translations in a branch's newest commit; the result is computed once per commit. */
export function createTranslationReader(deps: BranchDeps): ReadTranslations {
  const kept = new LRUCache<string, Promise<Translations>>({ max: keptMax });
  return async (project, ref) => {
    const branch = await openBranch(deps, project, { ref, signal: AbortSignal.timeout(branchMs) });
    const { paths = [], protectedPaths = [] } = project.settings;
    const key = JSON.stringify([project.id, branch.base.baseCommit, paths, protectedPaths]);
    let reading = kept.get(key);
    if (reading === undefined) {
      reading = readTranslations(branch, project).finally(branch.close);
      kept.set(key, reading);
      reading.catch(() => kept.delete(key));
    } else await branch.close();
    const found = await Promise.race([reading, sleep(patienceMs, null, { ref: false })]);
    if (found !== null) return found;
    throw new AppError(
      "unavailable",
      "The history of the repository is still being read. Try again in a moment.",
    );
  };
}

async function readTranslations(branch: OpenBranch, project: ProjectRow): Promise<Translations> {
  const signal = AbortSignal.timeout(readMs);
  const { remote, base, snapshot } = branch;
  const files = snapshot.paths();
  const history = keepHistory(() =>
    fetchHistory({ ...remote, mirror: base.mirror, signal }, base.baseCommit),
  );
  const read = async (path: string, bytesMax: number) =>
    (await branch.readFile(path, bytesMax))?.toString("utf8") ?? null;
  try {
    const policy = toPolicy(await read(policyPath, policyBytesMax));
    const sourceLanguage = policy?.languages?.[0] ?? "en";
    const states = await findStaleTranslations({
      ...{ files, sourceLanguage, signal },
      read: (path) => read(path, pageBytesMax),
      isClosed: createIsClosed(project, policy, files),
      openHistory: () => history.open(signal),
    });
    return { commit: base.baseCommit, sourceLanguage, data: states.map(toTranslationState) };
  } catch (error) {
    throw toReadError(error, signal);
  } finally {
    await history.close();
  }
}

function keepHistory(fetch: () => Promise<FetchedHistory | null>) {
  let fetched: FetchedHistory | null = null;
  let opened: CommitHistory | null = null;
  return {
    async open(signal: AbortSignal): Promise<CommitHistory | null> {
      fetched = await fetch();
      if (fetched === null) return null;
      opened = await openHistory({ ...fetched.place, signal });
      return opened;
    },
    async close(): Promise<void> {
      opened?.close();
      await fetched?.remove();
    },
  };
}

/** Whether jobs may not write a page. */
function createIsClosed({ settings }: ProjectRow, policy: Policy | null, files: readonly string[]) {
  const rules =
    policy && createPolicyRules(policy, { partitionOf: findPartitions(files), readBefore: async () => null });
  const refuse = createWriteRules({
    ...{ policy: rules, paths: settings.paths ?? [], protectedPaths: settings.protectedPaths ?? [] },
    ...{ jobPaths: [], navigation: { isData: () => false, judge: () => null } },
  });
  return (path: string) => refuse(path) !== null;
}

function toPolicy(text: string | null): Policy | null {
  if (text === null) return null;
  const found = readPolicy(text);
  if ("policy" in found) return found.policy;
  const { line, column, message } = found.problems[0]!;
  throw new AppError("invalid_policy", withPeriod(`${policyPath}:${line}:${column}: ${message}`));
}
