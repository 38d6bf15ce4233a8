import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useRef, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { withQuery } from "../../api/with-query.ts";
import { caretPosition } from "./caret-position.ts";
import { completeMention, findMention, type Mention } from "./page-mention.ts";

export interface FoundPage {
  path: string;
  title: string | null;
}

const shownMax = 8;

/**
 * Completes the names of the project's pages after an `@` in a text area: arrows choose, Enter or Tab
 * accepts, Escape closes.
 */
export function usePageCompletion({
  projectId,
  value,
  onChange,
}: {
  projectId: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<Mention | null>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const [active, setActive] = useState(0);
  const [query] = useDebouncedValue(mention?.query ?? "", 120);
  const path = `/v2/manage/projects/${projectId}/pages`;
  const { data } = useApi<{ data: FoundPage[] }>(
    mention === null ? null : withQuery(path, { q: query, limit: shownMax }),
    { keepPrevious: true },
  );
  const pages = mention === null ? [] : (data?.data ?? []);

  const look = () => {
    const field = area.current;
    if (field === null) return;
    const found =
      field.selectionStart === field.selectionEnd ? findMention(field.value, field.selectionStart) : null;
    setMention(found);
    if (found === null) return;
    setActive(0);
    setPlace(placeList(field, found.start));
  };
  const take = (page: FoundPage | undefined) => {
    if (mention === null || page === undefined) return;
    const { text, cursor } = completeMention(value, mention, page.path);
    onChange(text);
    setMention(null);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(cursor, cursor);
    });
  };
  /** Returns true if the list handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (pages.length === 0 || event.metaKey || event.ctrlKey) return false;
    if (event.key === "ArrowDown") setActive((active + 1) % pages.length);
    else if (event.key === "ArrowUp") setActive((active + pages.length - 1) % pages.length);
    else if (event.key === "Enter" || event.key === "Tab") take(pages[active]);
    else if (event.key === "Escape") setMention(null);
    else return false;
    event.preventDefault();
    return true;
  };
  return { area, pages, active, place, look, take, onKeyDown, close: () => setMention(null) };
}

const listWidth = 400;

/** Places the list under the `@`, inside the field's own box: its parent is that of the whole field. */
function placeList(field: HTMLTextAreaElement, index: number): { left: number; top: number } {
  const caret = caretPosition(field, index);
  const box = field.getBoundingClientRect();
  const outer = field.closest("[data-completion]")!.getBoundingClientRect();
  return {
    left: Math.max(0, Math.min(caret.left, outer.width - listWidth)),
    top: box.top - outer.top + Math.min(caret.top, box.height) + 4,
  };
}
