import type { RenderedChange, RenderInput } from "../../rendering/render-change.ts";
import type { RuleState, RuleSwitches } from "../../schemas/rule-switches.ts";
import type { ActiveAllowance } from "../active-content/judge-item.ts";
import type { ExternalLink } from "../find-external-links.ts";
import type { NavigationData } from "../navigation-files.ts";
import type { FrontMatterProblem } from "../read-front-matter.ts";
import type { CheckComparison, DeletePlan, Finding, MovePlan, NotJudged, Rule, SiteShape } from "../types.ts";
import type { CommitPlace } from "./commit-files.ts";

/** What a file holds now; null: it is gone. */
export type ChangedFile = [path: string, bytes: Uint8Array | null];

interface SiteCall {
  site: string;
  /** Where the job begins. */
  place: CommitPlace;
  /**
   * False: the process has the site open, and `changed` is what has changed since the last call; true: since
   * the beginning.
   */
  isWhole: boolean;
  changed: ChangedFile[];
}

/** One call of a process; its answer is in `CallResults` under the same kind. */
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
      /** Whose texts the changed ones are compared with. */
      baseCommit: string;
      allowed: ActiveAllowance;
    } & SiteCall)
  | ({ kind: "repair"; findings: Finding[]; history: CommitPlace } & SiteCall)
  | ({ kind: "judgeNavigation"; path: string; before: string | null; text: string } & SiteCall);

export interface PageText {
  path: string;
  text: string;
  /** Of the page's site; null: not known. */
  generator: string | null;
}

export interface PageProblems {
  frontMatter: FrontMatterProblem | null;
  mdx: MdxProblem | null;
}

export interface MdxProblem extends FrontMatterProblem {
  /** The page took too long or too much memory: nothing is known of it. */
  isUnread?: true;
}

/** What is said of a site before anything is changed. */
export interface SiteBaseline {
  shape: SiteShape;
  findings: number;
  findingsByRule: Partial<Record<Rule, number>>;
  notJudged: NotJudged[];
  /** Navigation entries: the first few, and how many there are. */
  entries: string[];
  entryCount: number;
  durationMs: number;
  navigation: { data: NavigationData /** Paths for `judgeNavigation`. */; judged: string[] };
}

export interface SiteComparison extends CheckComparison {
  /** Of all findings; the lists themselves are cut. */
  counts: Record<keyof CheckComparison, number>;
  notJudged: NotJudged[];
  /** Every rule: whether it was applied. */
  rules: RuleState[];
  /** Changed pages whose MDX syntax is still to be checked. */
  mdxPages: string[];
  /** Of changed pages, where the rule is on. */
  externalLinks: ExternalLink[];
  /** Changed files that may bring active content: still to be compared with what they were. */
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

/** From the process: it can be called; a piece of a long answer; the end of an answer. */
export type ProcessMessage =
  | { kind: "ready" }
  | { kind: "piece"; list: string; items: unknown[] }
  | { kind: "result"; result: object }
  | { kind: "error"; code: string | null; message: string };

/** To the process. */
export type ParentMessage =
  | { kind: "call"; call: CheckCall }
  /** The call under way may end early. */
  | { kind: "stop" }
  | { kind: "close"; site: string };
