import { markChanges } from "../diff/mark-changes.ts";
import { alignBlocks } from "./align-blocks.ts";
import { listPageParts, openPage, renderPage, type SplitPage } from "./render-page.ts";
import { addSources, renderSource, type SourcedBlock } from "./source-blocks.ts";

export interface RenderInput {
  before: string | null;
  after: string | null;
  /** Address of an image for each side, up to the target as written in the page. */
  images: { before: string; after: string };
}

export interface ChangedBlock {
  before: string | null;
  after: string | null;
  state: "same" | "changed" | "added" | "removed";
  beforeLines: [from: number, to: number] | null;
  afterLines: [from: number, to: number] | null;
}

/** `blocks` is empty if the page is too large to be rendered. */
export interface RenderedChange {
  blocks: ChangedBlock[];
  tooLarge: boolean;
}

const htmlCharactersMax = 6_000_000;
const wordsComparedMax = 4_000;
/** Limit for both sides together; of longer pages, only the surroundings of changes are rendered. */
const wholeCharactersMax = 200_000;
const partsAround = 6;

/**
 * Aligns the blocks of a page before and after. A block whose change cannot be seen once it is rendered, such
 * as the target of a link, is shown as its source.
 */
export function renderChange({ before, after, images }: RenderInput): RenderedChange {
  const [oldPage, newPage] = [before, after].map((text) => (text === null ? null : openPage(text)));
  const wanted = oldPage && newPage && isLong(before, after) ? findPartsNearChanges(oldPage, newPage) : null;
  const marks = { known: new Map(), wanted };
  const old = oldPage ? addSources(before!, renderPage(oldPage, addressIn(images.before), marks)) : [];
  const now = newPage ? addSources(after!, renderPage(newPage, addressIn(images.after), marks)) : [];
  const length = [...old, ...now].reduce((sum, { html, source }) => sum + (html ?? source).length, 0);
  if (length > htmlCharactersMax) return { blocks: [], tooLarge: true };
  // The same image has a different address on each side.
  const [oldAddress, newAddress] = [images.before, images.after].map((text) =>
    text.replaceAll("&", "&#x26;"),
  );
  const keyOf = ({ html, source }: SourcedBlock): string =>
    html === null ? source : html.replaceAll(oldAddress!, newAddress!);
  const aligned = alignBlocks(old.map(keyOf), now.map(keyOf), isAlike);
  const blocks = aligned.flatMap(({ state, before, after }): ChangedBlock[] => {
    const one = before === null ? null : old[before]!;
    const other = after === null ? null : now[after]!;
    const isHidden = state === "same" && one!.source !== other!.source;
    if (state === "same" && !isHidden && one!.html === null) return [];
    const show = (block: SourcedBlock): string =>
      isHidden || block.html === null ? renderSource(block.source) : block.html;
    return [
      {
        before: one && show(one),
        after: other && show(other),
        state: isHidden ? "changed" : state,
        beforeLines: one && [one.from, one.to],
        afterLines: other && [other.from, other.to],
      },
    ];
  });
  return { blocks, tooLarge: false };
}

function isLong(before: string | null, after: string | null): boolean {
  return (before?.length ?? 0) + (after?.length ?? 0) > wholeCharactersMax;
}

/** Returns parts that differ and those around them, because parsing all of a long page takes seconds. */
function findPartsNearChanges(before: SplitPage, after: SplitPage): Set<string> {
  const [old, now] = [listPageParts(before), listPageParts(after)];
  const aligned = alignBlocks(old, now, () => false);
  const wanted = new Set<string>();
  for (const [index, { state }] of aligned.entries()) {
    if (state === "same") continue;
    for (const near of aligned.slice(Math.max(0, index - partsAround), index + partsAround + 1)) {
      if (near.before !== null) wanted.add(old[near.before]!);
      if (near.after !== null) wanted.add(now[near.after]!);
    }
  }
  return wanted;
}

function addressIn(base: string): (target: string) => string {
  return (target) => base + encodeURIComponent(target.isWellFormed() ? target : "");
}

function isAlike(before: string, after: string): boolean {
  const [one, other] = [before, after].map((html) => html.slice(0, wordsComparedMax)) as [string, string];
  return tagOf(one) === tagOf(other) && markChanges(one, other) !== null;
}

function tagOf(html: string): string {
  return /^<\w+/.exec(html)?.[0] ?? "";
}
