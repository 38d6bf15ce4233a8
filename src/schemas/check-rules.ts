interface RuleEntry {
  title: string;
  /** `warning`: reported, but never blocks a job. */
  severity: "error" | "warning";
  /** If false, the rule runs only if a project or a run asks for it. */
  isOn: boolean;
  /**
   * What the rule needs to find its problems: the whole site; changed pages that are parsed; texts before and
   * after a change; another rule's search; other servers or a program.
   */
  needs: "site" | "parser" | "change" | "other-rule" | "outside";
}

const entries = {
  "front-matter": error("Front matter that cannot be read", "site"),
  "mdx-syntax": error("MDX that cannot be parsed", "parser"),
  "internal-link": error("Link to a page or file that does not exist", "site"),
  anchor: error("Link to a heading that does not exist", "site"),
  image: error("Image that is not there", "site"),
  "link-target": error("Unchanged link that leads elsewhere than before", "site"),
  navigation: error("Navigation entry without a page, new page without an entry", "site"),
  redirect: error("Link that works only by a redirect", "other-rule"),
  "redirect-target": error("Redirect that ends nowhere", "site"),
  "lost-address": warning("Address that is lost without a redirect", "site"),
  "active-content": error("New code, frame or foreign host", "change"),
  "undefined-component": error("Component that nothing defines", "site"),
  "undefined-identifier": error("Undefined name in an expression", "site"),
  "missing-import": error("Imported file that does not exist", "site"),
  "undefined-reference": error("Reference that the page does not define", "site"),
  "duplicate-anchor": warning("Id that is given twice", "site"),
  "duplicate-route": error("Two pages with the same address", "site"),
  "code-fence": error("Code fence that is not closed", "site"),
  "frontmatter-schema": error("Front matter that the generator refuses", "site"),
  "hidden-unicode": error("Characters that nobody sees", "site"),
  "image-alt": warning("Image without an alternative text", "site"),
  "heading-order": warning("Heading that skips a level", "site"),
  "spelling-new": warning("New word that is in no dictionary and on no page", "site"),
  "translation-stale": warning("Translation that the change leaves behind", "site"),
  "frozen-version": warning("Page of a published version that changes", "site"),
  "external-link": { ...warning("Link to another site that is gone", "outside"), isOn: false },
  vale: { ...warning("What the repository's own Vale styles object to", "outside"), isOn: false },
} as const satisfies Record<string, RuleEntry>;

function error<Needs extends RuleEntry["needs"]>(title: string, needs: Needs) {
  return { title, severity: "error", isOn: true, needs } as const;
}

function warning<Needs extends RuleEntry["needs"]>(title: string, needs: Needs) {
  return { title, severity: "warning", isOn: true, needs } as const;
}

/** A rule of the documentation checks; `docs/rules/` has a page for each. */
export type Rule = keyof typeof entries;

/**
 * The rules with one kind of need; code that finds their problems keeps a record of them, so that none is
 * missed.
 */
export type RuleNeeding<Needs extends RuleEntry["needs"]> = {
  [Id in Rule]: (typeof entries)[Id]["needs"] extends Needs ? Id : never;
}[Rule];

export const ruleList: Readonly<Record<Rule, RuleEntry>> = entries;

export const ruleIds = Object.keys(entries) as [Rule, ...Rule[]];

export function isRule(text: string): text is Rule {
  return Object.hasOwn(entries, text);
}
