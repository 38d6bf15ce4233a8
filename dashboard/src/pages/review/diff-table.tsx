import { Button } from "@mantine/core";
import { Fragment, memo, type ReactNode, useMemo, useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { Spoken } from "../../parts/spoken.tsx";
import { DiffRow, SplitDiffRow } from "./diff-rows.tsx";
import { type Gap, linesOfGap, toSections } from "./diff-sections.ts";
import classes from "./diff-table.module.css";
import { LineNotes, useNotedKeys } from "./line-notes.tsx";
import { keyOfPlace, type Place, placeOfLine } from "./places.ts";
import type { ReviewContents } from "./review-types.ts";
import { type DiffLine, toSplitRows } from "./split-rows.ts";
import { useLineCommands } from "./use-line-commands.ts";

/** Further lines of a file are drawn on request. */
const linesShown = 600;

interface Props {
  contents: ReviewContents;
  isSplit: boolean;
}

/** Shows the changed lines of a file, unified or side by side. */
export const DiffTable = memo(function DiffTable({ contents, isSplit }: Props) {
  const { path, hunks, after } = contents;
  const [open, setOpen] = useState<readonly number[]>([]);
  const [isWhole, setWhole] = useState(false);
  const noted = useNotedKeys(path);
  const commands = useLineCommands(contents);
  const sections = useMemo(() => toSections(hunks, after), [hunks, after]);
  let left = isWhole ? Number.POSITIVE_INFINITY : linesShown;
  const shownKeys = new Set<string>();
  const body: ReactNode[] = [];
  for (const section of sections) {
    if (left <= 0) break;
    if (section.type === "gap" && !(after !== null && open.includes(section.newStart))) {
      const canOpen = after !== null;
      body.push(
        <GapRow
          key={`gap ${section.newStart}`}
          gap={section}
          onOpen={canOpen ? () => setOpen([...open, section.newStart]) : null}
        />,
      );
      continue;
    }
    const lines = section.type === "gap" ? linesOfGap(section, after!) : section.lines;
    const shown = lines.slice(0, left);
    left -= shown.length;
    for (const line of shown) {
      const place = placeOfLine(path, line);
      if (place !== null) shownKeys.add(keyOfPlace(place));
    }
    const Rows = isSplit ? SplitRows : UnifiedRows;
    body.push(
      <Rows
        key={`lines ${shown[0]?.oldLine} ${shown[0]?.newLine}`}
        path={path}
        lines={shown}
        noted={noted}
      />,
    );
  }
  const isElsewhere = (place: Pick<Place, "side" | "line">): boolean => !shownKeys.has(keyOfPlace(place));
  return (
    <>
      <LineNotes path={path} at={isElsewhere} />
      {/* Arrows lead from here to the lines. */}
      <div className={classes.lines} {...commands}>
        <table className={classes.table} data-split={isSplit}>
          <Spoken as="caption">Changed lines of {showHidden(path)}</Spoken>
          <colgroup>
            <col className={classes.numberColumn} />
            <col className={isSplit ? undefined : classes.numberColumn} />
            <col className={isSplit ? classes.numberColumn : classes.signColumn} />
            <col />
          </colgroup>
          <tbody>{body}</tbody>
        </table>
      </div>
      {left <= 0 && (
        <Button variant="subtle" fullWidth onClick={() => setWhole(true)}>
          Show the rest of this file
        </Button>
      )}
    </>
  );
});

interface RowsProps {
  path: string;
  lines: readonly DiffLine[];
  noted: ReadonlySet<string>;
}

function UnifiedRows({ path, lines, noted }: RowsProps) {
  return lines.map((line) => {
    const place = placeOfLine(path, line);
    return (
      <Fragment key={`${line.kind}${line.oldLine} ${line.newLine}`}>
        <DiffRow line={line} />
        {place !== null && noted.has(keyOfPlace(place)) && <NotesRow places={[place]} columns={4} />}
      </Fragment>
    );
  });
}

function SplitRows({ path, lines, noted }: RowsProps) {
  return toSplitRows(lines).map((row) => {
    const places = [row.left, row.right]
      .flatMap((line) => (line === null ? [] : [placeOfLine(path, line)]))
      .filter((place): place is Place => place !== null && noted.has(keyOfPlace(place)));
    return (
      <Fragment key={`${row.left?.oldLine} ${row.right?.newLine}`}>
        <SplitDiffRow row={row} />
        {places.length > 0 && <NotesRow places={places} columns={4} />}
      </Fragment>
    );
  });
}

function NotesRow({ places, columns }: { places: readonly Place[]; columns: number }) {
  const keys = places.map(keyOfPlace);
  return (
    <tr>
      <td colSpan={columns} className={classes.notes}>
        <LineNotes path={places[0]!.path} at={(place) => keys.includes(keyOfPlace(place))} />
      </td>
    </tr>
  );
}

function GapRow({ gap, onOpen }: { gap: Gap; onOpen: (() => void) | null }) {
  const text = gap.count === 1 ? "1 unchanged line" : `${gap.count?.toLocaleString()} unchanged lines`;
  return (
    <tr className={classes.gap}>
      <td colSpan={4}>
        {onOpen === null ? (
          text
        ) : (
          <button type="button" onClick={onOpen}>
            Show {text}
          </button>
        )}
      </td>
    </tr>
  );
}
