import { posix } from "node:path";
import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { createPlacer } from "../pages/place-at.ts";
import { type PossibleLink, readTexts } from "./find-mentions.ts";
import type { NamedFile } from "./may-name.ts";

const template = /\.(?:njk|liquid|html?|hbs|ejs|mustache|webc|jinja2?|j2)$/i;
/** `href="/boats/{{ boat.name }}"`: an address whose last part is put in. */
const madeLink = /\bhref=["'](\/[\w./-]{0,200})\{\{([^{}"']{1,300})\}\}(?:\.html|\/)?(?=["'#?])/g;
/** Whose items are pages themselves, so that a page that is deleted has no link. */
const ofPages = /\bin\s{1,9}(?:collections|pagination|site|pages|posts)\b/;

/**
 * Finds links in templates of a site whose generator is not known that may be made for any page of a folder.
 * Those made for the pages themselves only concern a page that moves.
 */
export async function findMadeLinks(
  site: Site,
  files: readonly NamedFile[],
  { pause, isMove }: { pause: Pause; isMove: boolean },
): Promise<PossibleLink[]> {
  if (site.configuration.isRoutingKnown) return [];
  const found: PossibleLink[] = [];
  for await (const { path, text } of readTexts(site, (one) => template.test(one))) {
    if (pause.isDue()) await pause.wait();
    if (!text.includes("{{")) continue;
    const placeAt = createPlacer(path, text);
    for (const { 0: written, 1: folder = "", 2: inserted = "", index } of text.matchAll(madeLink)) {
      const isIn = (file: NamedFile) => `/${posix.dirname(file.path)}/`.endsWith(folder);
      const about = folder.endsWith("/") && folder !== "/" ? files.filter(isIn) : [];
      if (about.length === 0 || (!isMove && isOfPages(text, index, inserted))) continue;
      const { line, column } = placeAt(index, index);
      const target = written.slice(written.indexOf("/"));
      for (const file of about) found.push({ about: file.path, path, line, column, target });
    }
  }
  return found;
}

/** Whether the loop that gives what is put in its values goes through pages. */
function isOfPages(text: string, at: number, inserted: string): boolean {
  const name = /[\w$]+/.exec(inserted)?.[0] ?? "";
  const start = text.lastIndexOf(`for ${name} in `, at);
  return start >= 0 && ofPages.test(text.slice(start, start + 200));
}
