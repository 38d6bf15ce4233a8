import { Button, SegmentedControl } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useRef, useState } from "react";
import { EmptyState } from "../../parts/empty-state.tsx";
import { count } from "../job/fact.ts";
import { KeysHelp } from "../jobs/keys-help.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { FileList, type FileListHandle } from "./file-list.tsx";
import { filesInOrder, toFileTree } from "./file-tree.ts";
import { FileTreePanel } from "./file-tree-panel.tsx";
import { useReview } from "./review-context.ts";
import classes from "./review-page.module.css";
import type { Review, ReviewFile, View } from "./review-types.ts";
import { SummaryText } from "./summary-text.tsx";
import { reviewKeys, useReviewKeys } from "./use-review-keys.ts";

const views: { value: View; label: string }[] = [
  { value: "rendered", label: "Rendered" },
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
];

/** Height of the bar that stays above the files. */
const barPx = 48;

/** Summary, checks, and the files with their tree. */
export function ReviewBody({ review }: { review: Review }) {
  const { collected, headCommit } = useReview();
  const [view, setView] = useLocalStorage<View>({ key: "copydesk.review-view", defaultValue: "rendered" });
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const files = useMemo(() => filesInOrder(toFileTree(review.files)), [review.files]);
  const shownView = isNarrow && view === "split" ? "unified" : view;
  const { list, current, setCurrent, closed, open, show, showPath, toggleViewed } = useFileCursor(files);
  useReviewKeys({
    n: () => show(current + 1),
    p: () => show(current - 1),
    v: toggleViewed,
    c: () => focusLines(files[current]?.path),
    "1": () => setView("rendered"),
    "2": () => setView("unified"),
    "3": () => setView("split"),
    "?": () => setHelpOpen(true),
  });

  const viewed = files.filter(({ path }) => collected.viewed[path] === headCommit).length;
  return (
    <>
      {review.summary && <SummaryText text={review.summary} />}
      <details className={classes.checks} open={(review.checks.counts?.new ?? 0) > 0}>
        <summary>{nameChecks(review)}</summary>
        <ChecksPanel checks={review.checks} onShow={showPath} />
      </details>
      {files.length === 0 ? (
        <EmptyState title="No file was changed">There is nothing to review here.</EmptyState>
      ) : (
        <>
          <div className={classes.tools}>
            <span className={classes.progress}>
              {count(files.length, "file")} changed{viewed > 0 && `, ${viewed} viewed`}
            </span>
            <SegmentedControl
              size="xs"
              aria-label="How changes are shown"
              data={isNarrow ? views.filter(({ value }) => value !== "split") : views}
              value={shownView}
              onChange={(value) => setView(value as View)}
            />
            <Button variant="subtle" size="compact-sm" visibleFrom="sm" onClick={() => setHelpOpen(true)}>
              Keys
            </Button>
          </div>
          <div className={classes.columns} data-single={files.length === 1}>
            {files.length > 1 && (
              <div className={classes.tree}>
                <FileTreePanel files={files} currentPath={files[current]?.path} onShow={showPath} />
              </div>
            )}
            <FileList
              ref={list}
              files={files}
              view={shownView}
              closed={closed}
              onOpen={open}
              onCurrent={setCurrent}
              topPx={barPx}
            />
          </div>
        </>
      )}
      <KeysHelp opened={isHelpOpen} onClose={() => setHelpOpen(false)} keys={reviewKeys} />
    </>
  );
}

/** Tracks the current file and the folded ones, and moves from file to file. */
function useFileCursor(files: readonly ReviewFile[]) {
  const { collected, headCommit, setViewed } = useReview();
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => viewedPaths(collected.viewed, headCommit));
  const [current, setCurrent] = useState(0);
  const list = useRef<FileListHandle>(null);

  const open = useCallback((path: string, isOpen: boolean) => {
    setClosed((known) => {
      const next = new Set(known);
      if (isOpen) next.delete(path);
      else next.add(path);
      return next;
    });
  }, []);
  const show = (index: number) => {
    const at = Math.max(0, Math.min(files.length - 1, index));
    setCurrent(at);
    list.current?.show(at);
  };
  const showPath = (path: string) => {
    const index = files.findIndex((file) => file.path === path || file.oldPath === path);
    if (index === -1) return;
    open(files[index]!.path, true);
    show(index);
  };
  const toggleViewed = () => {
    const file = files[current];
    if (file === undefined) return;
    const isViewed = collected.viewed[file.path] === headCommit;
    setViewed(file.path, !isViewed);
    open(file.path, isViewed);
    if (!isViewed) show(current + 1);
  };
  return { list, current, setCurrent, closed, open, show, showPath, toggleViewed };
}

/** Moves the focus to the lines, where the keys for lines work. */
function focusLines(path: string | undefined): void {
  const card = [...document.querySelectorAll<HTMLElement>("h2[data-path]")].find(
    (heading) => heading.dataset.path === path,
  );
  const section = card?.closest("section");
  const target =
    section?.querySelector<HTMLElement>("tr[data-kind='+'], tr:has(td[data-kind='+']), tr[data-kind='-']") ??
    section?.querySelector<HTMLElement>("button[aria-label^='Comment on this block']");
  target?.focus();
}

function viewedPaths(viewed: Readonly<Record<string, string>>, headCommit: string): Set<string> {
  return new Set(Object.keys(viewed).filter((path) => viewed[path] === headCommit));
}

function nameChecks({ checks: { counts } }: Review): string {
  if (counts === null) return "Checks have not run";
  const parts = [
    counts.new === 0 ? "no new problems" : count(counts.new, "new problem"),
    ...(counts.fixed > 0 ? [`${counts.fixed.toLocaleString()} fixed`] : []),
    ...(counts.preexisting > 0 ? [`${counts.preexisting.toLocaleString()} preexisting`] : []),
  ];
  return `Checks: ${parts.join(", ")}`;
}
