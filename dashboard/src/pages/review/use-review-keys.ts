import { useEffect, useRef } from "react";
import { isTyping } from "../jobs/is-typing.ts";

export const reviewKeys = [
  ["n", "Next file"],
  ["p", "Previous file"],
  ["v", "Mark the file as viewed, and go on to the next"],
  ["↓ ↑", "Move from line to line, inside a file"],
  ["c", "Comment on the line"],
  ["Shift c", "Comment on all lines since the last one"],
  ["e", "Rewrite the line"],
  ["1 2 3", "Rendered, unified, split"],
  ["?", "Show these keys"],
] as const;

/** Handles the keys of the whole page; those of lines are handled by the lines. */
export function useReviewKeys(commands: Readonly<Record<string, () => void>>): void {
  const current = useRef(commands);
  current.current = commands;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
