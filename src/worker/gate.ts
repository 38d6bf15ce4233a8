import type { AgentCheckReport, AgentFinding } from "../agent/types.ts";
import type { Citation } from "../agent/verify-evidence.ts";
import type { EventData } from "../jobs/events.ts";
import { note } from "../telemetry/observe.ts";
import { countOf } from "../text/count-of.ts";
import { checkChange } from "./agent-workspace.ts";
import { judgeEvidence } from "./evidence/judge-evidence.ts";
import { JobFailure } from "./failure.ts";
import type { Baseline, Prepared, Run } from "./run.ts";

/** How often the agent is sent back with the problems that its change brings. */
export const repairRoundsMax = 3;

const findingsShownMax = 40;
const pathsJudgedMax = 200;

/** Runs the checks on the current tree; only new problems hold a job back. */
export async function gateChange(
  run: Run,
  prepared: Prepared,
  baseline: Baseline,
  citations: readonly Citation[] = [],
): Promise<AgentCheckReport> {
  const claims = await lookUp(run, prepared, citations);
  const checks = withClaims(
    run,
    await checkChange(run, prepared, baseline, run.signal, { outside: run.deps.outsideRules }),
    claims,
  );
  const refused = prepared.checkout === null ? [] : await findPolicyProblems(run, prepared, baseline);
  if (refused.length > 0) {
    checks.new.push(...refused);
    if (run.checks !== null) run.checks = { ...run.checks, new: run.checks.new + refused.length };
  }
  await run.ledger.record("checks", toChecksData(run, checks));
  noteFindings(checks);
  return checks;
}

function noteFindings(checks: AgentCheckReport): void {
  for (const change of ["new", "fixed"] as const) {
    const counts = new Map<string, number>();
    for (const { rule } of checks[change]) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    for (const [rule, count] of counts) note("findings", { rule, change }, { count });
  }
}

async function lookUp(run: Run, prepared: Prepared, citations: readonly Citation[]): Promise<AgentFinding[]> {
  const evidence = await judgeEvidence(run, prepared, citations);
  if (evidence === null) return [];
  const { findings, ...kept } = evidence;
  run.evidence = kept;
  await run.ledger.record("citations", kept);
  return findings;
}

/** Adds unsupported claims to the checks; they hold the job back only if the project wants that. */
function withClaims(run: Run, checks: AgentCheckReport, claims: AgentFinding[]): AgentCheckReport {
  const { unsupportedClaims = "error" } = run.job.settings.evidence ?? {};
  if (claims.length === 0 || unsupportedClaims === "off") return checks;
  if (unsupportedClaims === "warning") {
    const { warnings = [] } = checks;
    if (run.checks !== null)
      run.checks = { ...run.checks, warnings: (run.checks.warnings ?? 0) + claims.length };
    return { ...checks, warnings: [...warnings, ...claims] };
  }
  if (run.checks !== null) run.checks = { ...run.checks, new: run.checks.new + claims.length };
  return { ...checks, new: [...checks.new, ...claims] };
}

/**
 * Returns paths that the repository's policy forbids. The built-in agent's tools refuse them; another agent
 * is told here, so that it can undo them. The push refuses them in any case.
 */
async function findPolicyProblems(
  { signal }: Run,
  { tree }: Prepared,
  { policy }: Baseline,
): Promise<AgentFinding[]> {
  if (policy === null) return [];
  const found: AgentFinding[] = [];
  for (const path of tree.changedPaths().slice(0, pathsJudgedMax)) {
    const text = (await tree.readIfPresent(path, signal))?.toString("utf8");
    const reason =
      policy.refusePath(path) ?? (text === undefined ? null : await policy.refuseText(path, text));
    if (reason !== null)
      found.push({ rule: "policy", path, line: 1, column: 1, message: `may not be written: ${reason}` });
  }
  return found;
}

/** Returns what is stored of a run of the checks, with problems in changed files first. */
export function toChecksData(run: Run, checks: AgentCheckReport): EventData<"checks"> {
  const isNear = ({ path }: AgentFinding) => run.changedPaths.has(path);
  const { preexisting, warnings = [], removed = [] } = checks;
  const nearFirst = [...preexisting.filter(isNear), ...preexisting.filter((one) => !isNear(one))];
  return {
    counts: run.checks,
    notJudged: run.notJudged,
    new: checks.new.slice(0, findingsShownMax),
    fixed: checks.fixed.slice(0, findingsShownMax),
    preexisting: nearFirst.slice(0, findingsShownMax),
    ...(warnings.length > 0 && { warnings: warnings.slice(0, findingsShownMax) }),
    ...(removed.length > 0 && { removed: removed.slice(0, findingsShownMax) }),
    ...(run.rules.length > 0 && { rules: run.rules }),
  };
}

export function gateFailure(findings: AgentFinding[]): JobFailure {
  const [first] = findings;
  const place = first === undefined ? "" : ` The first: ${describe(first)}.`;
  const count = countOf(findings, "new problem");
  return new JobFailure(
    "checks_failed",
    `The change brings ${count}, so no pull request was opened.${place}`,
  );
}

export function describeNewFindings(findings: AgentFinding[]): string {
  const lines = findings.slice(0, findingsShownMax).map((finding) => `- ${describe(finding)}`);
  const rest =
    findings.length > lines.length ? `\n… and ${findings.length - lines.length} more; call check.` : "";
  return `The checks found problems that your change introduced:\n${lines.join("\n")}${rest}\nRepair them, then call finish again.`;
}

function describe({ rule, path, line, column, message }: AgentFinding): string {
  return `${rule} ${path}:${line}:${column} ${message}`;
}
