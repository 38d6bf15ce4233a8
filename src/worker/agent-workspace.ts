import { openTreeFiles } from "../agent/open-tree-files.ts";
import type { AgentCheckReport, AgentWorkspace } from "../agent/types.ts";
import { type ActiveAllowance, isAllowedHost } from "../checks/active-content/judge-item.ts";
import type { ExternalLink } from "../checks/find-external-links.ts";
import { judgeOutside, type OutsideRules } from "../checks/outside-rules.ts";
import type { SiteCheck } from "../checks/processes/create-site-checker.ts";
import { searchOverlay } from "../git/search/search-overlay.ts";
import type { CheckCounts } from "../jobs/record.ts";
import type { ProjectSettings } from "../store/project-settings.ts";
import { isPagePath } from "../text/page-path.ts";
import type { Baseline, Prepared, Run } from "./run.ts";
import { switchesOfJob } from "./switches-of-job.ts";

const searchHitsMax = 20_000;
/** Limit if only the files matter, so that nothing of a large site is left out. */
const countedHitsMax = 2_000_000;
const countingMs = 15_000;

/** Combines git and the checks into the agent's view of the working tree. */
export function createAgentWorkspace(run: Run, prepared: Prepared, baseline: Baseline): AgentWorkspace {
  const { tree } = prepared;
  const { site, refuseWrite } = baseline;
  return {
    ...openTreeFiles(tree),
    ...(run.context !== null && { sources: run.context.agentSources }),
    refuseWrite,
    async search(query, signal) {
      const options = query.filesOnly
        ? { maxHits: countedHitsMax, limitMs: countingMs, placesOnly: true }
        : { maxHits: searchHitsMax };
      const { hits } = await searchOverlay(tree, query, { ...options, signal });
      return hits;
    },
    check: (signal, options) => checkChange(run, prepared, baseline, signal, options),
    planMove: (from, to, signal) => site.planMove(from, to, signal),
    planDelete: (path, signal) => site.planDelete(path, signal),
    parsePage: (path, text, signal) => site.parsePage(path, text, signal),
    async noteChanges(paths) {
      for (const path of paths) run.changedPaths.add(path);
      site.noteChanges(paths);
    },
    async treeHash() {
      run.tree = tree.treeId();
      return run.tree;
    },
  };
}

interface CheckChangeOptions {
  history?: boolean | undefined;
  /** Default: rules that need outside programs or hosts are not applied. */
  outside?: OutsideRules;
}

const whenDone = "it is applied when the work is done";
const beforeTheGate: OutsideRules = { "external-link": whenDone, vale: whenDone };

/** Checks the current state of the site against the baseline. */
export async function checkChange(
  run: Run,
  prepared: Prepared,
  { site }: Baseline,
  signal: AbortSignal,
  { history = false, outside = beforeTheGate }: CheckChangeOptions = {},
): Promise<AgentCheckReport> {
  const atBase = new Set(prepared.files);
  const oldPaths = new Map([...run.renames].map(([from, to]) => [to, from]));
  const changedPaths = [...new Set([...run.changedPaths, ...prepared.unpublishedPaths])];
  const before = prepared.isUnpublished ? prepared.baseCommit : prepared.startCommit;
  const { tree } = prepared;
  const readBefore = (path: string) => tree.readAt(before, oldPaths.get(path) ?? path, signal);
  const switches = switchesOfJob(run, prepared);
  const allowed = allowanceOf(run.job.settings);
  const { counts, rules, externalLinks, ...comparison } = await site.check({
    changedPaths,
    newPaths: changedPaths.filter((path) => !atBase.has(path) && !oldPaths.has(path)),
    renames: run.renames,
    released: new Set([...run.deleted, ...run.renames.keys()]),
    ...{ allowed, switches },
    baseCommit: before,
    openHistory: history ? prepared.openHistory : undefined,
    readBase: readBefore,
    signal,
  });
  const { errors, warnings, states } = await judgeOutside(
    outside,
    {
      pages: changedPaths.filter((path) => isPagePath(path)),
      read: (path) => tree.readIfPresent(path, signal),
      readBefore,
      settings: {
        paths: prepared.files,
        read: async (path) => (await tree.readAt(prepared.startCommit, path, signal)) ?? Buffer.alloc(0),
      },
      links: await withoutSecrets(run, externalLinks),
      mayAsk: ({ host, isKnownHost }) => isKnownHost || isAllowedHost(allowed.hosts, host),
      signal,
    },
    { switches, states: rules },
  );
  comparison.new.push(...errors);
  comparison.warnings.push(...warnings);
  counts.new += errors.length;
  counts.warnings += warnings.length;
  run.checks = toCheckCounts(counts);
  run.rules = states;
  run.notJudged = comparison.notJudged.map(({ rule, links, reason }) => ({ rule, links, reason }));
  return comparison;
}

/** Drops links that contain secrets: a request would pass them on before the gate has seen the page. */
async function withoutSecrets({ gate }: Run, links: readonly ExternalLink[]): Promise<ExternalLink[]> {
  const masked: unknown = await gate.maskData({ urls: links.map(({ url }) => url) });
  const { urls } = masked as { urls: string[] };
  return links.filter(({ url }, at) => urls[at] === url);
}

/** Leaves out zero counts: most changes bring no warning and remove no problem with its text. */
function toCheckCounts({ warnings, removed, ...counts }: SiteCheck["counts"]): CheckCounts {
  return { ...counts, ...(warnings > 0 && { warnings }), ...(removed > 0 && { removed }) };
}

function allowanceOf({
  activeContent: { components = [], hosts = [] } = {},
}: ProjectSettings): ActiveAllowance {
  return { components, hosts };
}
