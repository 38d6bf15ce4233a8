import { posix } from "node:path";
import type { ContentMount, HugoModel } from "./model.ts";
import { mountOf } from "./place-page.ts";
import { languagePrefix } from "./routes.ts";

/**
 * Returns the files that would have an address of the site or a path among its pages: in the folder that is
 * mounted there, of the language of the page `from`.
 */
export function filesAt(model: HugoModel, from: string, address: string): string[] {
  const own = mountOf(model, from)?.mount ?? model.content[0]!;
  const prefix = own.language === null ? "" : languagePrefix(model, own.language);
  const path = address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : address;
  const holds = ({ language, target }: ContentMount): boolean =>
    language === own.language && (target === "" || `${path}/`.startsWith(`/${target}/`));
  const holders = model.content.filter(holds).sort((a, b) => b.target.length - a.target.length);
  const { source, target } = holders[0] ?? own;
  return filesOf(posix.join(source, posix.relative(`/${target}`, path)));
}

/** Returns the files that a path may stand for. */
export function filesOf(path: string): string[] {
  const bare = path.replace(/\/$/, "");
  if (/\.\w+$/.test(bare)) return [bare];
  return [`${bare}.md`, `${bare}/_index.md`, `${bare}/index.md`];
}
