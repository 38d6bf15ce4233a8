import type { RenderedChange, RenderInput } from "../../rendering/render-change.ts";
import type { RuleState, RuleSwitches } from "../../schemas/rule-switches.ts";
import type { ActiveAllowance } from "../active-content/judge-item.ts";
import type { NavigationData } from "../changes/navigation-files.ts";
import type { ExternalLink } from "../find-external-links.ts";
import type { FrontMatterProblem } from "../pages/read-front-matter.ts";
import type { CheckComparison, DeletePlan, Finding, MovePlan, NotJudged, Rule, SiteShape } from "../types.ts";
import type { CommitPlace } from "./commit-files.ts";

/** Current content of a file; null if it was deleted. */
export type ChangedFile = [path: string, bytes: Uint8Array | null];

interface SiteCall {
  site: string;
  /** Commit at which the job begins. */
  place: CommitPlace;
  /**
   * If false, the process has the site open, and `changed` holds the changes since the last call; if true,
   * all changes.
   */
  isWhole: boolean;
  changed: ChangedFile[];
}

/** A call to a process; `CallResults` has its answer under the same kind. */
export type CheckCall =
  | ({ kind: "page" } & PageText)
  | ({ kind: "render" } & RenderInput)
  | { kind: "baseline"; place: CommitPlace }
  | ({
      kind: "check";
      changedPaths: string[];
      newPaths: string[];
      renames: [string, string][];
      released: string[];
      switches: RuleSwitches;
    } & SiteCall)
  | ({ kind: "planMove"; from: string; to: string } & SiteCall)
  | ({ kind: "planDelete"; path: string } & SiteCall)
  | ({
      kind: "checkActive";
      changedPaths: string[];
      newPaths: string[];
      renames: [string, string][];
      /** Commit whose texts the changed ones are compared with. */
      baseCommit: string;
      allowed: ActiveAllowance;
    } & SiteCall)
  | ({ kind: "repair"; findings: Finding[]; history: CommitPlace } & SiteCall)
  | ({ kind: "judgeNavigation"; path: string; before: string | null; text: string } & SiteCall);

export interface PageText {
  path: string;
  text: string;
  /** Generator of the page's site; null if unknown. */
  generator: string | null;
}

export interface PageProblems {
  frontMatter: FrontMatterProblem | null;
  mdx: MdxProblem | null;
}

export interface MdxProblem extends FrontMatterProblem {
  /** Set if the page took too long or too much memory: nothing is known about it. */
  isUnread?: true;
}

/** State of a repository's sites before any change. */
export interface SiteBaseline {
  /** The first site's, to which all files belong that are of no other. */
  shape: SiteShape;
  otherSites: { shape: SiteShape; folders: readonly string[] }[];
  findings: number;
  findingsByRule: Partial<Record<Rule, number>>;
  notJudged: NotJudged[];
  /** The first navigation entries of the first site, and the number of all. */
  entries: string[];
  entryCount: number;
  durationMs: number;
  navigation: { data: NavigationData /** Paths for `judgeNavigation`. */; judged: string[] };
}

export interface SiteComparison extends CheckComparison {
  /** Counts of all findings; the lists themselves are cut. */
  counts: Record<keyof CheckComparison, number>;
  notJudged: NotJudged[];
  /** State of every rule. */
  rules: RuleState[];
  /** Changed pages whose MDX syntax remains to be checked. */
  mdxPages: string[];
  /** External links of changed pages, if the rule is on. */
  externalLinks: ExternalLink[];
  /** Changed files that may add active content and remain to be compared with their old texts. */
  activePaths: string[];
}

export interface CallResults {
  page: PageProblems;
  render: RenderedChange;
  baseline: SiteBaseline;
  check: SiteComparison;
  planMove: MovePlan;
  planDelete: DeletePlan;
  judgeNavigation: { reason: string | null };
  checkActive: { findings: Finding[] };
  repair: { findings: Finding[] };
}

/** Messages from the process: it is ready; a piece of a long answer; the end of an answer. */
export type ProcessMessage =
  | { kind: "ready" }
  | { kind: "piece"; list: string; items: unknown[] }
  | { kind: "result"; result: object }
  | { kind: "error"; code: string | null; message: string };

/** Messages to the process. */
export type ParentMessage =
  | { kind: "call"; call: CheckCall }
  /** The running call may end early. */
  | { kind: "stop" }
  | { kind: "close"; site: string };
