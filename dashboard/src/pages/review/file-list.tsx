import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import { FileCard } from "./file-card.tsx";
import classes from "./file-list.module.css";
import { estimateBody } from "./file-pending.tsx";
import type { ReviewFile, View } from "./review-types.ts";

const headPx = 34;
const gapPx = 18;

export interface FileListHandle {
  show(index: number): void;
}

interface Props {
  files: readonly ReviewFile[];
  view: View;
  closed: ReadonlySet<string>;
  onOpen: (path: string, isOpen: boolean) => void;
  onCurrent: (index: number) => void;
  /** Height of the part that stays at the top of the window. */
  topPx: number;
}

/** Lists the files of the change. Only those near the window are in the document. */
export const FileList = forwardRef<FileListHandle, Props>(function FileList(
  { files, view, closed, onOpen, onCurrent, topPx },
  handle,
) {
  const element = useRef<HTMLDivElement>(null);
  const rows = useWindowVirtualizer({
    count: files.length,
    estimateSize: (index) => {
      const file = files[index]!;
      return headPx + gapPx + (closed.has(file.path) ? 0 : estimateBody(file));
    },
    overscan: 2,
    scrollMargin: element.current?.offsetTop ?? 0,
    scrollPaddingStart: topPx,
    getItemKey: (index) => files[index]!.path,
  });
  useImperativeHandle(handle, () => ({
    show: (index) => {
      rows.scrollToIndex(index, { align: "start" });
      const focus = () =>
        element.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"] h2`)
          ?.focus({ preventScroll: true });
      // Files above may turn out larger or smaller than estimated.
      requestAnimationFrame(() => {
        rows.scrollToIndex(index, { align: "start" });
        requestAnimationFrame(focus);
      });
    },
  }));
  const items = rows.getVirtualItems();
  const top = (rows.scrollOffset ?? 0) + topPx + 1;
  const current = items.find(({ end }) => end > top)?.index ?? 0;
  useEffect(() => onCurrent(current), [current, onCurrent]);
  return (
    <div ref={element} className={classes.list} style={{ height: rows.getTotalSize() }}>
      {items.map((item) => {
        const file = files[item.index]!;
        return (
          <div
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            className={classes.item}
            style={{ top: item.start - rows.options.scrollMargin }}
          >
            <FileCard
              file={file}
              view={view}
              isOpen={!closed.has(file.path)}
              onOpen={(isOpen) => onOpen(file.path, isOpen)}
            />
          </div>
        );
      })}
    </div>
  );
});
