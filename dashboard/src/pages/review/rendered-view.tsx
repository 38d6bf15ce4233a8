import { Button, Switch, Text } from "@mantine/core";
import { type Ref, useEffect, useRef, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { Spoken } from "../../parts/spoken.tsx";
import { DiffTable } from "./diff-table.tsx";
import { FilePending } from "./file-pending.tsx";
import { LineNotes, useNotedKeys } from "./line-notes.tsx";
import { markWords } from "./mark-words.ts";
import { keyOfPlace, linesOf, type Place } from "./places.ts";
import classes from "./rendered-view.module.css";
import { useReview } from "./review-context.ts";
import type { RenderedBlock, RenderedPage, ReviewContents, ReviewFile } from "./review-types.ts";

/** Shows a page as its readers see it, before and after, block by block. */
export function RenderedView({ contents, file }: { contents: ReviewContents; file: ReviewFile }) {
  const { path: review } = useReview();
  const { path } = contents;
  const { data, error } = useApi<RenderedPage>(`${review}/rendered?path=${encodeURIComponent(path)}`);
  const [isWhole, setWhole] = useState(false);
  if (error) return <ErrorAlert error={error} title="This page cannot be shown rendered" />;
  if (data === undefined) return <FilePending file={file} label="The page is being rendered" />;
  const problem =
    data.unavailable?.message ?? (data.tooLarge ? "This page is too large to show rendered." : null);
  if (problem !== null)
    return (
      <>
        <Text className={classes.tools} size="sm" c="dimmed">
          {problem} These are its changed lines.
        </Text>
        <DiffTable contents={contents} isSplit={false} />
      </>
    );
  const groups = groupBlocks(data.blocks);
  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <Switch
          size="xs"
          label="Show unchanged parts"
          checked={isWhole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
      </div>
      <div className={classes.heads} aria-hidden="true">
        <span>Before</span>
        <span>After</span>
      </div>
      {groups.map(({ first, blocks, isSame }) =>
        isSame && !isWhole ? (
          <Unchanged key={first} blocks={blocks} contents={contents} />
        ) : (
          blocks.map((block) => <Block key={keyOfBlock(block)} block={block} contents={contents} />)
        ),
      )}
    </div>
  );
}

interface Group {
  first: number;
  isSame: boolean;
  blocks: RenderedBlock[];
}

/** Groups adjacent blocks by whether they have changed. */
function groupBlocks(blocks: readonly RenderedBlock[]): Group[] {
  const groups: Group[] = [];
  for (const [index, block] of blocks.entries()) {
    const isSame = block.state === "same";
    const last = groups.at(-1);
    if (last?.isSame === isSame) last.blocks.push(block);
    else groups.push({ first: index, isSame, blocks: [block] });
  }
  return groups;
}

function Unchanged({ blocks, contents }: { blocks: readonly RenderedBlock[]; contents: ReviewContents }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return blocks.map((block) => <Block key={keyOfBlock(block)} block={block} contents={contents} />);
  return (
    <button type="button" className={classes.unchanged} onClick={() => setOpen(true)}>
      {blocks.length === 1
        ? "Show 1 unchanged block"
        : `Show ${blocks.length.toLocaleString()} unchanged blocks`}
    </button>
  );
}

const words = { changed: "Changed", added: "Added", removed: "Removed", same: "" };

function Block({ block, contents }: { block: RenderedBlock; contents: ReviewContents }) {
  const { comment, startComment } = useReview();
  const sides = useWordMarks(block);
  const noted = useNotedKeys(contents.path);
  const place = placeOfBlock(contents.path, block);
  const isHere = (at: Pick<Place, "side" | "line">): boolean =>
    noted.has(keyOfPlace(at)) && isWithin(block, at);
  const quote = (): string => {
    const text = place?.side === "before" ? contents.before : contents.after;
    return place === null || text === null ? "" : linesOf(text, place.startLine, place.line);
  };
  return (
    <section className={classes.block} data-state={block.state}>
      {block.state !== "same" && <Spoken>{words[block.state]}</Spoken>}
      <Side ref={sides.before} html={block.before} side="before" />
      <Side ref={sides.after} html={block.after} side="after" />
      {place !== null && comment.allowed && (
        <Button
          className={classes.comment}
          size="compact-xs"
          aria-label={`Comment on this block, ${place.side === "after" ? "" : "before, "}line ${place.startLine}`}
          onClick={() => startComment(place, quote())}
        >
          Comment
        </Button>
      )}
      <div className={classes.notes}>
        <LineNotes path={contents.path} at={isHere} />
      </div>
    </section>
  );
}

function useWordMarks({ state, before, after }: RenderedBlock) {
  const sides = { before: useRef<HTMLDivElement>(null), after: useRef<HTMLDivElement>(null) };
  const [one, other] = [sides.before, sides.after];
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other texts there are other words.
  useEffect(() => {
    if (state !== "changed" || one.current === null || other.current === null) return;
    return markWords(one.current, other.current);
  }, [state, before, after, one, other]);
  return sides;
}

interface SideProps {
  html: string | null;
  side: "before" | "after";
  ref: Ref<HTMLDivElement>;
}

function Side({ html, side, ref }: SideProps) {
  if (html === null) return <div className={classes.nothing} data-side={side} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps links of the page from leading away.
    <div
      ref={ref}
      className={classes.page}
      data-side={side}
      onClick={stay}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service has sanitised it, and the policy of the page runs no script.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Links of a rendered page belong to its site, not to this one. */
function stay(event: React.MouseEvent): void {
  if ((event.target as Element).closest("a") !== null) event.preventDefault();
}

function placeOfBlock(path: string, { beforeLines, afterLines }: RenderedBlock): Place | null {
  const lines = afterLines ?? beforeLines;
  if (lines === null) return null;
  return { path, side: afterLines === null ? "before" : "after", startLine: lines[0], line: lines[1] };
}

function keyOfBlock({ beforeLines, afterLines, before, after }: RenderedBlock): string {
  return `${beforeLines ?? before} ${afterLines ?? after}`;
}

function isWithin({ beforeLines, afterLines }: RenderedBlock, at: Pick<Place, "side" | "line">): boolean {
  const lines = at.side === "after" ? afterLines : beforeLines;
  return lines !== null && lines[0] <= at.line && at.line <= lines[1];
}
