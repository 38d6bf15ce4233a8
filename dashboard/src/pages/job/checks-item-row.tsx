import { Button } from "@mantine/core";
import { useState } from "react";
import type { Finding } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { count } from "./fact.ts";
import type { ChecksItem } from "./group-events.ts";
import classes from "./timeline.module.css";

const fixedShown = 3;

/** A run of the checks: always shows new problems, and fixed ones on request. */
export function ChecksItemRow({ item }: { item: ChecksItem }) {
  const [isOpen, setOpen] = useState(false);
  const { counts } = item;
  if (counts === null) return <>The checks could not run</>;
  const fixed = isOpen ? item.fixed : item.fixed.slice(0, counts.new > 0 ? 0 : fixedShown);
  const hidden = item.fixed.length - fixed.length;
  return (
    <>
      <strong>
        {counts.new === 0 ? "Checks passed" : `Checks found ${count(counts.new, "new problem")}`}
      </strong>
      {counts.fixed > 0 && `, ${count(counts.fixed, "problem")} fixed`}
      {counts.preexisting > 0 && `, ${counts.preexisting.toLocaleString()} preexisting`}
      <Findings label="New problems" findings={item.new} />
      <Findings label="Fixed problems" findings={fixed} isFixed />
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Show {count(hidden, "fixed problem")}
        </Button>
      )}
    </>
  );
}

function Findings({
  label,
  findings,
  isFixed = false,
}: {
  label: string;
  findings: readonly Finding[];
  isFixed?: boolean;
}) {
  if (findings.length === 0) return null;
  return (
    <ul className={classes.findings} aria-label={label}>
      {findings.map(({ rule, path, line, column, message }) => (
        <li key={`${rule} ${path} ${line} ${column} ${message}`}>
          {isFixed ? "Fixed: " : ""}
          <code>
            {showHidden(path)}:{line}
          </code>{" "}
          {showHidden(message)}
        </li>
      ))}
    </ul>
  );
}
