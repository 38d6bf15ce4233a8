import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const script = /(?:^|\/)(?:mix|\w*docs)\.exs$/;
const scriptsMax = 50;
const textMax = 100_000;
/** `assets: "guides/images"`, or an entry of `assets: %{"guides/images" => "assets"}`. */
const assets = /\bassets:\s*(?:%\{([^{}]{0,500})\}|"([^"]{1,200})")/g;
const entry = /"([^"]{1,200})"\s*=>\s*"([^"]{1,200})"/g;

/** `from` is relative to the root of the repository, or to its script. */
interface Folder {
  from: string;
  to: string;
}

/**
 * Returns a test for targets that ExDoc finds: it puts all pages into one folder, and pictures into those
 * that `assets` names.
 */
export async function readExDoc({ files, read }: SiteContext): Promise<(target: string) => boolean> {
  const scripts = [...files].filter((path) => script.test(path)).slice(0, scriptsMax);
  const folders: Folder[] = [];
  let isUsed = false;
  for (const path of scripts) {
    const text = (await read(path)).subarray(0, textMax).toString("utf8");
    if (!/\bextras:|:ex_doc\b/.test(text)) continue;
    isUsed = true;
    for (const found of assetsOf(text))
      for (const folder of [found.from, posix.join(posix.dirname(path), found.from)])
        folders.push({ ...found, from: folder });
  }
  if (!isUsed) return () => false;
  const pages = new Set([...files].filter((path) => /\.(?:md|livemd)$/.test(path)).map(nameOf));
  return (target) => {
    const path = target.replace(/[?#].*$/s, "").replace(/^\.\//, "");
    if (!path.includes("/")) return pages.has(nameOf(path)) || path.endsWith(".epub");
    return folders.some(
      ({ from, to }) => path.startsWith(`${to}/`) && files.has(posix.join(from, path.slice(to.length))),
    );
  };
}

function assetsOf(text: string): Folder[] {
  return [...text.matchAll(assets)].flatMap(([, map = "", from]) => {
    const entries = [...map.matchAll(entry)].map(([, one, to]) => ({ from: one!, to: to! }));
    return from === undefined ? entries : [{ from, to: "assets" }];
  });
}

function nameOf(path: string): string {
  return posix
    .basename(path)
    .replace(/\.(?:md|livemd|html)$/i, "")
    .toLowerCase();
}
