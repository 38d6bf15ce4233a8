import { memo } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { Spoken } from "../../parts/spoken.tsx";
import classes from "./diff-table.module.css";
import { type DiffLine, type SplitRow, toParts } from "./split-rows.ts";

const spoken = { "+": "added: ", "-": "removed: ", " ": "" };

/** Rows take the focus from the arrow keys; `data-…` identifies the line for the table. */
function dataOf({ kind, oldLine, newLine }: DiffLine) {
  return { "data-kind": kind, "data-old": oldLine ?? undefined, "data-new": newLine ?? undefined };
}

export const DiffRow = memo(function DiffRow({ line }: { line: DiffLine }) {
  return (
    <tr className={classes.row} tabIndex={-1} {...dataOf(line)}>
      <NumberCell number={line.oldLine} />
      <NumberCell number={line.newLine} hasButton />
      <td className={classes.sign} aria-hidden="true">
        {line.kind}
      </td>
      <TextCell line={line} />
    </tr>
  );
});

export const SplitDiffRow = memo(function SplitDiffRow({ row: { left, right } }: { row: SplitRow }) {
  return (
    <tr className={classes.row} tabIndex={-1}>
      <NumberCell number={left?.oldLine ?? null} line={left} hasButton={left?.kind === "-"} />
      <TextCell line={left} />
      <NumberCell number={right?.newLine ?? null} line={right} hasButton={right !== null} />
      <TextCell line={right} />
    </tr>
  );
});

function NumberCell({
  number,
  line,
  hasButton = false,
}: {
  number: number | null;
  line?: DiffLine | null;
  hasButton?: boolean;
}) {
  return (
    <td className={classes.number} {...(line ? dataOf(line) : {})}>
      {number}
      {hasButton && (
        <button type="button" className={classes.add} tabIndex={-1} aria-label="Comment on this line">
          +
        </button>
      )}
    </td>
  );
}

function TextCell({ line }: { line: DiffLine | null }) {
  if (line === null) return <td className={classes.nothing} />;
  return (
    <td className={classes.text} {...dataOf(line)}>
      <Spoken>{spoken[line.kind]}</Spoken>
      {toParts(line).map(({ text, changed }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change.
        changed ? <mark key={index}>{showHidden(text)}</mark> : showHidden(text),
      )}
    </td>
  );
}
