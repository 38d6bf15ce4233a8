import { useEffect, useState } from "react";
import { isTyping } from "./is-typing.ts";

interface Options {
  count: number;
  onSearch: () => void;
  onHelp: () => void;
}

/**
 * j and k move the selection, / focuses the search field, ? shows the keys; Enter opens the selected job,
 * which has the focus.
 */
export function useJobKeys({ count, onSearch, onHelp }: Options) {
  const [selected, select] = useState<number | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const act = {
        j: () => count > 0 && select((at) => Math.min(count - 1, at === null ? 0 : at + 1)),
        k: () => count > 0 && select((at) => Math.max(0, at === null ? 0 : at - 1)),
        "/": onSearch,
        "?": onHelp,
      }[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [count, onSearch, onHelp]);
  return { selected, select };
}
