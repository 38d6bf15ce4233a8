import type { PageRule } from "../check-input.ts";
import type { Site } from "../model/site.ts";
import type { PageLint } from "../pages/page-lint.ts";
import type { Finding, Rule } from "../types.ts";

type ListOf = {
  [Key in keyof PageLint]: PageLint[Key] extends { name: string }[] ? Key : never;
}[keyof PageLint];

/** Creates a rule that reports every entry of one of a page's lists. */
function reportAll(rule: Rule, list: ListOf, say: (name: string) => string): PageRule {
  return async ({ pages, pause }) => {
    const findings: Finding[] = [];
    for (const [path, { lint }] of pages) {
      if (pause.isDue()) await pause.wait();
      for (const { name, line, column } of lint[list]) {
        const target = name === "" ? {} : { target: name };
        findings.push({ rule, path, line, column, message: say(name), ...target });
      }
    }
    return findings;
  };
}

export const checkFences = reportAll(
  "code-fence",
  "openFences",
  () => "this code fence is not closed before the end or the next fence",
);

export const checkAlternativeTexts = reportAll(
  "image-alt",
  "untextedImages",
  (name) => `${name} has no alternative text`,
);

export const checkHiddenCharacters = reportAll(
  "hidden-unicode",
  "hiddenCharacters",
  (name) => `${name} hides or reorders text and cannot be seen`,
);

const reportReferences = reportAll(
  "undefined-reference",
  "references",
  (name) => `no [${name}]: on this page says where this link leads`,
);

/** Plugins and settings that define references elsewhere. */
const definesElsewhere = /autorefs|mkdocstrings|auto_append|magiclink|wikilinks|substitutions/;

export const checkReferences: PageRule = async (input) => {
  const { site, leaveOut } = input;
  const elsewhere = await findDefinitionsElsewhere(site);
  if (elsewhere !== null) {
    leaveOut("undefined-reference", `${elsewhere} may define references for all pages`);
    return [];
  }
  const findings = await reportReferences(input);
  // Pages that show a part, and text from a shortcode or macro, may define them; what MDX imports may not.
  const open = findings.filter(
    ({ path }) =>
      path.endsWith(".mdx") ||
      (site.configuration.hasRoute(path) && !site.pages.get(path)?.hasUnknownAnchors),
  );
  return site.configuration.generator === "mkdocs" ? await leaveOutDefined(site, open) : open;
};

/** Python-Markdown finds a definition in any line, also right behind a paragraph or an item of a list. */
async function leaveOutDefined(site: Site, findings: readonly Finding[]): Promise<Finding[]> {
  const defined = new Map<string, Set<string>>();
  for (const path of new Set(findings.map((one) => one.path))) {
    const text = (await site.read(path).catch(() => null))?.toString("utf8") ?? "";
    const labels = [...text.matchAll(/^[ >]{0,40}\[([^[\]\n]{1,200})\]:/gm)].map(([, label]) => label!);
    defined.set(path, new Set(labels.map(plainLabel)));
  }
  return findings.filter(({ path, target }) => !defined.get(path)!.has(plainLabel(target ?? "")));
}

function plainLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

async function findDefinitionsElsewhere(site: Site): Promise<string | null> {
  const { navigationFile, readFrom } = site.configuration;
  if (site.configuration.generator === "mintlify" || navigationFile === null) return null;
  for (const path of readFrom.filter((one) => /\.(?:ya?ml|toml)$/.test(one))) {
    const text = (await site.read(path).catch(() => null))?.toString("utf8") ?? "";
    if (definesElsewhere.test(text)) return path;
  }
  return null;
}

/** No heading may be more than one level below the one before it. */
export const checkHeadingOrder: PageRule = async ({ pages, pause }) => {
  const findings: Finding[] = [];
  for (const [path, { headings }] of pages) {
    if (pause.isDue()) await pause.wait();
    for (const [index, { level, line, text }] of headings.entries()) {
      const before = headings[index - 1];
      if (before === undefined || level <= before.level + 1) continue;
      const message = `a heading of level ${level} follows one of level ${before.level}`;
      findings.push({ rule: "heading-order", path, line, column: 1, message, target: text.slice(0, 200) });
    }
  }
  return findings;
};

/** No two headings or elements of a page may have the same handwritten id. */
export const checkDuplicateAnchors = reportAll(
  "duplicate-anchor",
  "repeatedIds",
  (name) => `the id ${name} is used more than once; links reach only the first`,
);
