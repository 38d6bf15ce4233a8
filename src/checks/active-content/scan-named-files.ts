import type { PageLink } from "../../markdown/page-scan.ts";
import { decode } from "../links/split-target.ts";
import type { ActiveItem } from "./active-item.ts";
import { mayLeave } from "./leaving-path.ts";
import { hostOf, normalAddress } from "./normal-address.ts";

/** Targets of links that Docusaurus takes for files; any other without an ending is an address. */
const copied = /^@site\/|[^/]\.\w+(?:[?#]|$)|(?:^|\/)\.\w/;
/** Of MyST: a file that Sphinx copies to the site. */
const download = /\{download\}`(?:[^`<\n]{0,400}<)?([^`<>\n]+)>?`/g;

/** Of `markdown_include` and `mdx_include` for MkDocs, whose paths begin in a folder that is not known. */
const markdownInclude = /\{[!*]([^\r\n}]*)/g;

/**
 * Finds the files outside of the repository that a build may copy to the site: the targets of pictures, and
 * in MDX those of links.
 */
export function scanNamedFiles(
  text: string,
  { links, isMdx }: { links: readonly PageLink[]; isMdx: boolean },
): ActiveItem[] {
  const items: ActiveItem[] = [];
  for (const { kind, target, start } of links) {
    const isPicture = kind === "image" || kind === "src" || kind === "definition";
    const isLink = isMdx && (kind === "link" || kind === "href" || kind === "prop");
    if (isPicture || (isLink && copied.test(target))) addFile(items, target, start);
  }
  for (const { index, 1: target } of text.matchAll(download)) addFile(items, target!.trim(), index);
  for (const { index, 1: words } of text.matchAll(markdownInclude))
    addFile(items, words!.split(/[\s>![*]+/).find((word) => word !== "") ?? "", index);
  return items;
}

/** Adds an item if the build may read a file outside of the repository by this path. */
export function addFile(items: ActiveItem[], target: string, at: number): void {
  const path = decode(target.replace(/[?#].*$/s, ""));
  if (!mayLeave(path) || hostOf(normalAddress(path)) !== null || /^(?!file:)[a-z][\w+.-]+:/i.test(path))
    return;
  items.push({ kind: "file", key: `file ${target}`, at, what: `the file ${target}`, name: path });
}
