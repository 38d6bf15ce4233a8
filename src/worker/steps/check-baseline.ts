import { isNavigationData } from "../../checks/changes/navigation-files.ts";
import type { SiteBaseline } from "../../checks/processes/call-types.ts";
import type { CheckedSite } from "../../checks/processes/create-site-checker.ts";
import { type Rule, ruleIds } from "../../schemas/check-rules.ts";
import { isRuleOn, type RuleSwitches } from "../../schemas/rule-switches.ts";
import { createWriteRules, type PolicyRules, type RefuseWrite } from "../../writes/write-rules.ts";
import { createJobPolicyRules } from "../create-job-policy-rules.ts";
import type { Baseline, Prepared, Run } from "../run.ts";
import { switchesOfJob } from "../switches-of-job.ts";

export async function checkBaseline(run: Run, prepared: Prepared): Promise<Baseline> {
  const { tree, files, mirror, startCommit } = prepared;
  const site = await run.deps.siteChecker.open({
    gitDirectory: mirror,
    commit: startCommit,
    files: files.length,
    readChanged: (path) => tree.readIfPresent(path, run.signal),
    signal: run.signal,
  });
  const { shape, otherSites, findingsByRule, notJudged, durationMs } = site.baseline;
  const switches = switchesOfJob(run, prepared);
  const isOn = ({ rule }: { rule: Rule }) => isRuleOn(rule, switches);
  await run.ledger.record("baseline", {
    site: { ...shape },
    ...(otherSites.length === 0 ? {} : { otherSites: otherSites.map((one) => ({ ...one.shape })) }),
    findings: countFindings(findingsByRule, switches),
    notJudged: notJudged.filter(isOn).map(({ rule, links, reason }) => ({ rule, links, reason })),
    durationMs: Math.round(durationMs),
  });
  const policy = createJobPolicyRules(run, prepared);
  const refuseWrite = createRules(run, prepared, { site, policy });
  return { site, policy, refuseWrite, task: run.job.prompt, translations: null };
}

function countFindings(byRule: SiteBaseline["findingsByRule"], switches: RuleSwitches): number {
  return ruleIds.reduce((sum, rule) => sum + (isRuleOn(rule, switches) ? (byRule[rule] ?? 0) : 0), 0);
}

function createRules(
  run: Run,
  prepared: Prepared,
  { site, policy }: { site: CheckedSite; policy: PolicyRules | null },
): RefuseWrite {
  const { job, signal } = run;
  const { paths = [], protectedPaths = [] } = job.settings;
  const { data, judged } = site.baseline.navigation;
  // Unpublished work is no basis for what may change.
  const judge = async (path: string, text: string): Promise<string | null> => {
    const { tree, baseCommit, isUnpublished } = prepared;
    const base = isUnpublished ? await tree.readAt(baseCommit, path, signal) : undefined;
    const before = base === undefined ? undefined : (base?.toString("utf8") ?? "");
    return await site.judgeNavigation(path, { before, text }, signal);
  };
  return createWriteRules({
    policy,
    paths,
    protectedPaths,
    jobPaths: job.paths,
    navigation: {
      isData: (path) => isNavigationData(data, path),
      judge: (path) => (judged.includes(path) ? (text) => judge(path, text) : null),
    },
  });
}
