import { markChanges } from "../diff/mark-changes.ts";
import { alignBlocks } from "./align-blocks.ts";
import { type RenderedBlock, renderPage } from "./render-page.ts";

export interface RenderInput {
  before: string | null;
  after: string | null;
  /** Address of an image, up to the target as the page has it, for each side. */
  images: { before: string; after: string };
}

export interface ChangedBlock {
  before: string | null;
  after: string | null;
  state: "same" | "changed" | "added" | "removed";
  beforeLines: [from: number, to: number] | null;
  afterLines: [from: number, to: number] | null;
}

/** `blocks` is empty when the page is too large to be shown rendered. */
export interface RenderedChange {
  blocks: ChangedBlock[];
  tooLarge: boolean;
}

const htmlCharactersMax = 6_000_000;
const wordsComparedMax = 4_000;

/** A page before and after, block beside block. */
export function renderChange({ before, after, images }: RenderInput): RenderedChange {
  const old = before === null ? [] : renderPage(before, addressIn(images.before));
  const now = after === null ? [] : renderPage(after, addressIn(images.after));
  const length = [...old, ...now].reduce((sum, { html }) => sum + html.length, 0);
  if (length > htmlCharactersMax) return { blocks: [], tooLarge: true };
  // The same image has another address on each side.
  const [oldAddress, newAddress] = [images.before, images.after].map((text) =>
    text.replaceAll("&", "&#x26;"),
  );
  const keyOf = ({ html }: RenderedBlock): string => html.replaceAll(oldAddress!, newAddress!);
  const aligned = alignBlocks(old.map(keyOf), now.map(keyOf), isAlike);
  const blocks = aligned.map(({ state, before, after }): ChangedBlock => {
    const one = before === null ? null : old[before]!;
    const other = after === null ? null : now[after]!;
    return {
      before: one?.html ?? null,
      after: other?.html ?? null,
      state,
      beforeLines: one && [one.from, one.to],
      afterLines: other && [other.from, other.to],
    };
  });
  return { blocks, tooLarge: false };
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
