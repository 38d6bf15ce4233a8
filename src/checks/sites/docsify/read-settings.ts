import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { computed, flagMember, member, type ScriptValue, textMember } from "../script/script-values.ts";

export interface Settings {
  /** Folder of the pages, counted from the page that shows the site. */
  base: string;
  /** Ending of the pages' files. */
  extension: string;
  /** File of the start page, counted from the pages' folder; null if it is on another host. */
  homepage: string | null;
  /** Whether relative links count from the page. */
  isRelative: boolean;
  /** Names of the files with menus, and of the cover page. */
  menus: string[];
  cover: string;
  /** Why the settings are not known, after "because"; else null. */
  unknown: string | null;
}

const assignment = /(?:\b(?:window|self|globalThis)\s*\.\s*)?\$docsify\s*=(?!=)/;
const isUrl = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/** Reads what a script assigns to `$docsify`. */
export async function readSettings({ files }: SiteContext, script: string): Promise<Settings> {
  const source = Buffer.from(script.replace(assignment, "module.exports ="));
  const { value } = await readScript({ files, read: async () => source }, "docsify.js");
  const base = textMember(value, "basePath") ?? "";
  const extension = textMember(value, "ext") ?? ".md";
  const homepage = textMember(value, "homepage") ?? "README.md";
  const isRelative = flagMember(value, "relativePath") ?? false;
  const isWritten = [base, extension, homepage, isRelative].every((one) => one !== computed);
  const isElsewhere = typeof base === "string" && isUrl.test(base);
  return {
    base: isWritten && !isElsewhere ? String(base) : "",
    extension: isWritten ? String(extension) : ".md",
    homepage: isUrl.test(String(homepage)) ? null : posix.normalize(String(homepage)),
    isRelative: isRelative === true,
    menus: [menuOf(value, "loadSidebar", "_sidebar.md"), menuOf(value, "loadNavbar", "_navbar.md")],
    cover: menuOf(value, "coverpage", "_coverpage.md"),
    unknown: isElsewhere
      ? "Docsify reads the pages from another place"
      : isWritten
        ? whyOpen(value)
        : "the settings of Docsify are computed",
  };
}

function whyOpen(value: ScriptValue): string | null {
  const leavesLinks = member(value, "noCompileLinks") !== undefined;
  return leavesLinks ? "Docsify leaves some links as they are (`noCompileLinks`)" : null;
}

function menuOf(value: ScriptValue, key: string, name: string): string {
  const text = textMember(value, key);
  return typeof text === "string" ? posix.basename(`${text.replace(/\.md$/, "")}.md`) : name;
}
