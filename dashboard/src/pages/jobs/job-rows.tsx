import { useMediaQuery } from "@mantine/hooks";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { JobRow } from "./job-row.tsx";
import classes from "./job-rows.module.css";
import type { ListedJob } from "./listed-job.ts";
import { countAdded, type JobList } from "./merge-jobs.ts";

const rowPx = 60;
const narrowRowPx = 92;
/** More jobs are loaded when this few are left below the window. */
const rowsAhead = 30;

interface Props {
  list: JobList<ListedJob>;
  selected: number | null;
  onSelect: (index: number) => void;
  onEnd: () => void;
}

/** The list itself: only rows near the window are in the document, however many jobs there are. */
export function JobRows({ list: { jobs, cursor }, selected, onSelect, onEnd }: Props) {
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  const height = isNarrow ? narrowRowPx : rowPx;
  const element = useRef<HTMLUListElement>(null);
  const rows = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: element.current?.offsetTop ?? 0,
    getItemKey: (index) => jobs[index]!.id,
  });
  useSteadyScroll(element, jobs, height);
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (cursor !== null && last >= jobs.length - rowsAhead) onEnd();
  }, [cursor, last, jobs.length, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height in a narrow window.
  useEffect(() => {
    rows.measure();
  }, [rows, height]);
  useEffect(() => {
    if (selected === null) return;
    rows.scrollToIndex(selected, { align: "auto" });
    // Only scrolling may bring the row into the document.
    const frame = requestAnimationFrame(() =>
      element.current
        ?.querySelector<HTMLElement>(`[data-index="${selected}"] a`)
        ?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [rows, selected]);
  if (jobs.length === 0) return null;
  return (
    <ul
      ref={element}
      className={classes.rows}
      aria-label="Jobs"
      style={{ height: rows.getTotalSize() }}
      data-complete={cursor === null}
    >
      {visible.map((row) => (
        <li
          key={row.key}
          className={classes.slot}
          data-index={row.index}
          data-selected={row.index === selected}
          aria-setsize={cursor === null ? jobs.length : -1}
          aria-posinset={row.index + 1}
          style={{ height, top: row.start - rows.options.scrollMargin }}
        >
          <JobRow job={jobs[row.index]!} onFocus={() => onSelect(row.index)} />
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the page by the height of new jobs above the reading position, so that nothing jumps. */
function useSteadyScroll(
  element: React.RefObject<HTMLUListElement | null>,
  jobs: readonly ListedJob[],
  height: number,
): void {
  const before = useRef(jobs);
  useLayoutEffect(() => {
    const added = countAdded(before.current, jobs);
    before.current = jobs;
    if (added > 0 && window.scrollY > (element.current?.offsetTop ?? 0)) window.scrollBy(0, added * height);
  }, [element, jobs, height]);
}
