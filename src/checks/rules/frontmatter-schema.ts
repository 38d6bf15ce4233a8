import type { PageRule } from "../check-input.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

type Kind = "boolean" | "number" | "text";

interface Schema {
  required: readonly string[];
  kinds: Readonly<Record<string, Kind>>;
  /** Whether booleans and numbers may be in quotes, and numbers be texts. */
  converts?: true;
  isFor(path: string, configuration: Site["configuration"]): boolean;
}

const everyPage = (): boolean => true;

/** Fields that generators require in a page's front matter: without them their build fails. */
const schemas: Readonly<Record<string, Schema>> = {
  starlight: {
    required: ["title"],
    kinds: { pagefind: "boolean", draft: "boolean", title: "text", slug: "text", description: "text" },
    isFor: (path, { docsRoot, hasRoute }) => path.startsWith(`${docsRoot}/`) && hasRoute(path),
  },
  docusaurus: {
    required: [],
    kinds: {
      ...{ draft: "boolean", unlisted: "boolean", hide_title: "boolean", hide_table_of_contents: "boolean" },
      ...{ pagination_label: "text", sidebar_position: "number", toc_min_heading_level: "number" },
      toc_max_heading_level: "number",
    },
    converts: true,
    isFor: everyPage,
  },
};

/** The front matter of every page must match its generator's own schema. */
export const checkFrontMatterSchema: PageRule = async ({ site, pages }) => {
  const schema = schemaOf(site);
  if (schema === null) return [];
  const findings: Finding[] = [];
  for (const [path, { lint, notRead, frontMatterProblems }] of pages) {
    if (notRead !== null || frontMatterProblems.length > 0 || !schema.isFor(path, site.configuration))
      continue;
    const keys = lint.frontMatter ?? {};
    const report = (target: string, message: string): void =>
      void findings.push({ rule: "frontmatter-schema", path, line: 1, column: 1, message, target });
    for (const key of schema.required)
      if (isEmpty(keys[key]))
        report(key, `the front matter has no ${key}, which ${site.shape.generator} requires`);
    for (const [key, kind] of Object.entries(schema.kinds)) {
      const value = keys[key];
      if (value !== undefined && !isEmpty(value) && !isOfKind(value, kind, schema.converts))
        report(key, `${key} in the front matter must be a ${kind}`);
    }
  }
  return findings;
};

function schemaOf({ shape, files }: Site): Schema | null {
  const generator: string = shape.generator;
  if (generator in schemas) return schemas[generator]!;
  if (generator !== "plain") return null;
  const has = (name: RegExp) => [...files].some((path) => name.test(path));
  return has(/(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/) && !has(/(?:^|\/)astro\.config\./)
    ? schemas.docusaurus!
    : null;
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || /^(?:|""|''|~|null|#.*)$/i.test(value);
}

/** Text after a comment sign, and values of several lines, are not judged. */
function isOfKind(value: string, kind: Kind, converts = false): boolean {
  const written = (value.startsWith("#") ? "" : value.split(" #", 1)[0]!).trim();
  const bare = converts ? written.replace(/^(["'])(.*)\1$/, "$2") : written;
  if (bare === "…" || /^[|>&*!]/.test(bare)) return true;
  if (kind === "boolean") return /^(?:true|false)$/i.test(bare);
  if (kind === "number") return /^[-+]?(?:\d[\d_]*)(?:\.\d+)?$/.test(bare);
  const isNumber = !converts && /^[-+]?\d+(?:\.\d+)?$/.test(bare);
  return !isNumber && !/^[[{]|^(?:true|false)$/i.test(written);
}
