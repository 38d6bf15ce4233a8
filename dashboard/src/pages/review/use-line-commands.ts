import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { extendPlace, linesOf, type Place, placeOfLine } from "./places.ts";
import { useReview } from "./review-context.ts";
import type { ReviewContents } from "./review-types.ts";
import type { DiffLine } from "./split-rows.ts";

/**
 * Handles mouse and keys for all lines of a file at once: the button next to a line comments on it (with
 * Shift on all lines since the last one), arrows move from line to line, c comments and e rewrites.
 */
export function useLineCommands(contents: ReviewContents) {
  const { comment, suggest, startComment, startSuggestion } = useReview();
  const last = useRef<Place | null>(null);

  const quoteOf = ({ side, startLine, line }: Place): string => {
    const text = side === "after" ? contents.after : contents.before;
    if (text !== null) return linesOf(text, startLine, line);
    const lines = contents.hunks.flatMap((hunk) => hunk.lines);
    return lines
      .filter(({ kind, oldLine, newLine }) => {
        const number = side === "after" ? (kind === "-" ? null : newLine) : oldLine;
        return number !== null && startLine <= number && number <= line;
      })
      .map(({ text: words }) => words)
      .join("\n");
  };

  const begin = (found: Place, isExtended: boolean, kind: "comment" | "suggestion") => {
    const place = isExtended ? extendPlace(last.current, found) : found;
    last.current = found;
    if (kind === "comment" && comment.allowed) startComment(place, quoteOf(place));
    if (kind === "suggestion" && suggest.allowed && place.side === "after" && contents.after !== null)
      startSuggestion(place, quoteOf(place));
  };

  return {
    role: "group",
    tabIndex: 0,
    "aria-label": "Changed lines: the arrow keys move, c comments",
    onClick: (event: MouseEvent<HTMLElement>) => {
      const button = (event.target as HTMLElement).closest("button[aria-label='Comment on this line']");
      if (button === null) return;
      const place = readPlace(contents.path, button);
      if (place !== null) begin(place, event.shiftKey, "comment");
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const row = event.target as HTMLElement;
      if (row === event.currentTarget && event.key === "ArrowDown") {
        event.preventDefault();
        row.querySelector<HTMLElement>("tr[tabindex]")?.focus();
        return;
      }
      if (row.tagName !== "TR" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const next = nextRow(row, event.key === "ArrowDown");
        if (next === null) return;
        event.preventDefault();
        next.focus();
      } else if (event.key === "c" || event.key === "e") {
        const place = readPlace(contents.path, lineOfRow(row));
        if (place === null) return;
        event.preventDefault();
        begin(place, event.shiftKey, event.key === "c" ? "comment" : "suggestion");
      }
    },
  };
}

function readPlace(path: string, within: Element): Place | null {
  const holder = within.closest<HTMLElement>("[data-kind]");
  if (holder === null) return null;
  const { kind, old, new: now } = holder.dataset;
  const line: DiffLine = {
    kind: kind as DiffLine["kind"],
    oldLine: old === undefined ? null : Number(old),
    newLine: now === undefined ? null : Number(now),
    text: "",
  };
  return placeOfLine(path, line);
}

/** Side by side, a row has two lines: that of the page after takes precedence. */
function lineOfRow(row: Element): Element {
  if (row.hasAttribute("data-kind")) return row;
  return (
    row.querySelector("td[data-kind='+'], td[data-kind=' ']") ?? row.querySelector("td[data-kind]") ?? row
  );
}

function nextRow(row: Element, isDown: boolean): HTMLElement | null {
  let next = isDown ? row.nextElementSibling : row.previousElementSibling;
  while (next !== null && !next.hasAttribute("tabindex"))
    next = isDown ? next.nextElementSibling : next.previousElementSibling;
  return next as HTMLElement | null;
}
