interface RuleEntry {
  title: string;
  /** `warning`: reported, and never holds a job back. */
  severity: "error" | "warning";
  /** Off: only where a project or a run asks for it. */
  isOn: boolean;
  /**
   * What finds its problems: the whole site; changed pages that are parsed; texts before and after a change;
   * another rule's search; other machines; a program.
   */
  needs: "site" | "parser" | "change" | "other-rule" | "network" | "program";
  /** A generator that is misread makes it cry wolf: it is left out where too much looks wrong. */
  guessesGenerator?: true;
}

const entries = {
  "front-matter": error("Front matter that cannot be read", "site"),
  "mdx-syntax": error("MDX that cannot be parsed", "parser"),
  "internal-link": error("Link to a page or file that is not there", "site"),
  anchor: error("Link to a heading that is not there", "site"),
  image: error("Image that is not there", "site"),
  navigation: error("Navigation entry without a page, new page without an entry", "site"),
  redirect: error("Link that works only by a redirect", "other-rule"),
  "active-content": error("New code, frame or foreign host", "change"),
} as const satisfies Record<string, RuleEntry>;

function error<Needs extends RuleEntry["needs"]>(title: string, needs: Needs) {
  return { title, severity: "error", isOn: true, needs } as const;
}

/** A rule of the documentation checks; `docs/rules/` has a page for each. */
export type Rule = keyof typeof entries;

/** Those rules that need one thing; who finds their problems keeps a record of them, and misses none. */
export type RuleNeeding<Needs extends RuleEntry["needs"]> = {
  [Id in Rule]: (typeof entries)[Id]["needs"] extends Needs ? Id : never;
}[Rule];

export const ruleList: Readonly<Record<Rule, RuleEntry>> = entries;

export const ruleIds = Object.keys(entries) as [Rule, ...Rule[]];

export function isRule(text: string): text is Rule {
  return Object.hasOwn(entries, text);
}
