import type { ActiveItem } from "../active-content/active-item.ts";
import { findActiveContent, type Reading } from "../active-content/find-active-content.ts";
import { type ActiveAllowance, judgeItem } from "../active-content/judge-item.ts";
import type { CodeTemplates } from "../active-content/scan-macros.ts";
import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { createPlacer } from "../pages/place-at.ts";
import { pageBytesMax } from "../pages/read-page-facts.ts";
import type { Finding } from "../types.ts";

export interface ActiveInput {
  changedPaths: readonly string[];
  newPaths: readonly string[];
  /** Reads the old text of a changed path that existed; for a moved page, at its old path. */
  readBase(path: string): Promise<Buffer | null>;
  allowed: ActiveAllowance;
  pause: Pause;
}

/** Keys of the pages that nobody has changed, cached while the site is open. */
export type ActiveUses = Map<string, readonly string[]>;

/** Returns the changed files with any active content: only for these the old texts are needed. */
export async function activePathsOf(
  site: Site,
  changedPaths: readonly string[],
  pause: Pause,
): Promise<string[]> {
  const found: string[] = [];
  const dialect = dialectOf(site);
  for (const path of changedPaths) {
    if (pause.isDue()) await pause.wait();
    if ((await itemsAt(site, path, dialect)).items.length > 0) found.push(path);
  }
  return found;
}

/**
 * Finds active content that a change adds: neither its page nor any other had it before, and the project does
 * not allow it. A moved page adds nothing. Code in fences and backticks is text.
 */
export async function checkActiveContent(
  site: Site,
  uses: ActiveUses,
  input: ActiveInput,
): Promise<Finding[]> {
  const { pause, changedPaths, newPaths, allowed } = input;
  const added: { path: string; text: string; items: ActiveItem[] }[] = [];
  const used = new Set<string>();
  const dialect = dialectOf(site);
  for (const path of changedPaths) {
    if (pause.isDue()) await pause.wait();
    const before = await input.readBase(path);
    const old = before === null ? [] : itemsOf(path, before, dialect);
    const own = new Set(old.map(({ key }) => key));
    for (const key of own) used.add(key);
    const { text, items } = await itemsAt(site, path, dialect);
    const left = items.filter(({ key }) => !own.has(key));
    if (left.length > 0) added.push({ path, text, items: left });
  }
  if (added.length === 0) return [];
  await collectUses(site, uses, new Set(changedPaths), used, pause);
  const { files, configuration } = site;
  const context = { allowed, used, files, newPaths: new Set(newPaths), docsRoot: configuration.docsRoot };
  return added.flatMap(({ path, text, items }) => {
    const place = createPlacer(path, text);
    return items.flatMap((item) => {
      const reason = judgeItem(context, path, item);
      if (reason === null) return [];
      const { line, column } = place(item.at, item.at);
      const finding: Finding = {
        rule: "active-content",
        path,
        line,
        column,
        message: `${item.what}: ${reason}`,
      };
      return [finding];
    });
  });
}

async function collectUses(
  site: Site,
  uses: ActiveUses,
  changed: ReadonlySet<string>,
  used: Set<string>,
  pause: Pause,
): Promise<void> {
  const dialect = dialectOf(site);
  for (const path of site.pages.keys()) {
    if (changed.has(path)) continue;
    if (pause.isDue()) await pause.wait();
    const keys = uses.get(path) ?? (await itemsAt(site, path, dialect)).items.map(({ key }) => key);
    uses.set(path, keys);
    for (const key of keys) used.add(key);
  }
}

async function itemsAt(
  site: Site,
  path: string,
  dialect: MarkdownDialect,
): Promise<{ text: string; items: ActiveItem[] }> {
  if (readingOf(path, dialect) === null || !site.files.has(path)) return { text: "", items: [] };
  const bytes = await site.read(path).catch(() => null);
  return { text: bytes?.toString("utf8") ?? "", items: bytes === null ? [] : itemsOf(path, bytes, dialect) };
}

function itemsOf(path: string, bytes: Buffer, dialect: MarkdownDialect): ActiveItem[] {
  const reading = readingOf(path, dialect);
  if (reading === null) return [];
  if (bytes.length <= pageBytesMax) return findActiveContent(bytes.toString("utf8"), reading, dialect.inCode);
  const what = "a file of more than 1 MiB";
  return reading === "markup" ? [] : [{ kind: "element", key: what, at: 0, what }];
}

/** Whether the files of both sites are read for active content in the same way. */
export function readsAlike(one: Site, other: Site): boolean {
  const [own, others] = [dialectOf(one), dialectOf(other)];
  return own.isMdx === others.isMdx && own.inCode === others.inCode;
}

/** How a site's generator reads Markdown: as MDX or not, and which templates it runs in code. */
interface MarkdownDialect {
  isMdx: boolean;
  inCode: CodeTemplates;
}

function dialectOf(site: Site): MarkdownDialect {
  const { generator } = site.configuration;
  const inCode = generator === "hugo" ? "shortcodes" : generator === "jekyll" ? "liquid" : null;
  return { isMdx: readsMarkdownAsMdx(site), inCode };
}

function readingOf(path: string, { isMdx }: MarkdownDialect): Reading | null {
  if (/\.mdx$/i.test(path)) return "mdx";
  if (/\.(?:md|markdown|mdown|mkd)$/i.test(path)) return isMdx ? "mdx" : "markdown";
  return /\.(?:svg|html?|css|rst|adoc|asciidoc|po|json|ya?ml)$/i.test(path) ? "markup" : null;
}

function readsMarkdownAsMdx({ configuration, files }: Site): boolean {
  if (configuration.generator === "mkdocs") return false;
  if (configuration.generator === "mintlify") return true;
  for (const path of files) if (/(?:^|\/)(?:docusaurus|theme)\.config\.[cm]?[jt]sx?$/.test(path)) return true;
  return false;
}
