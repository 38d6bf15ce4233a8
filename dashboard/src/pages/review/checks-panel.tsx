import { Badge, Button, Tabs } from "@mantine/core";
import { useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { PathText } from "../../parts/path-text.tsx";
import { Spoken } from "../../parts/spoken.tsx";
import classes from "./checks-panel.module.css";
import type { Review, ReviewFinding } from "./review-types.ts";

const states = [
  { state: "new", label: "New" },
  { state: "fixed", label: "Fixed" },
  { state: "preexisting", label: "Preexisting" },
] as const;

const shownFirst = 20;

/** Shows the checks' findings with their lines: those that the change adds, repairs and leaves. */
export function ChecksPanel({
  checks,
  onShow,
}: {
  checks: Review["checks"];
  onShow: (path: string) => void;
}) {
  const { counts, findings } = checks;
  if (counts === null) return <p className={classes.none}>The checks have not run on this change.</p>;
  const first = states.find(({ state }) => counts[state] > 0)?.state ?? "new";
  return (
    <Tabs defaultValue={first} keepMounted={false}>
      <Tabs.List>
        {states.map(({ state, label }) => (
          <Tabs.Tab
            key={state}
            value={state}
            rightSection={
              <Badge size="sm" variant="light" color={state === "new" && counts.new > 0 ? "red" : "gray"}>
                {counts[state].toLocaleString()}
              </Badge>
            }
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {states.map(({ state }) => (
        <Tabs.Panel key={state} value={state}>
          <Findings
            findings={findings.filter((finding) => finding.state === state)}
            total={counts[state]}
            isFixed={state === "fixed"}
            onShow={onShow}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Findings({
  findings,
  total,
  isFixed,
  onShow,
}: {
  findings: readonly ReviewFinding[];
  total: number;
  isFixed: boolean;
  onShow: (path: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? findings : findings.slice(0, shownFirst);
  if (total === 0) return <p className={classes.none}>None.</p>;
  return (
    <>
      <ul className={classes.findings}>
        {shown.map((finding) => (
          <FindingRow
            key={`${finding.rule} ${finding.path} ${finding.line} ${finding.column} ${finding.message}`}
            finding={finding}
            isFixed={isFixed}
            onShow={onShow}
          />
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {(findings.length - shown.length).toLocaleString()} more
        </Button>
      )}
      {findings.length < total && (
        <p className={classes.none}>
          … and {(total - findings.length).toLocaleString()} more that are not listed.
        </p>
      )}
    </>
  );
}

function FindingRow({
  finding,
  isFixed,
  onShow,
}: {
  finding: ReviewFinding;
  isFixed: boolean;
  onShow: (path: string) => void;
}) {
  const { rule, path, line, message, before, after, excerpt, suggestion } = finding;
  const differs = before !== null && after !== null && before !== after;
  return (
    <li>
      <div className={classes.head}>
        <button type="button" className={classes.place} onClick={() => onShow(path)}>
          <PathText path={path} />:{line}
        </button>
        <span className={classes.rule}>{rule}</span>
      </div>
      <p className={classes.message}>{showHidden(message)}</p>
      {differs || isFixed ? (
        <>
          <Excerpt kind="-" text={before} />
          <Excerpt kind="+" text={after} />
        </>
      ) : (
        <Excerpt kind=" " text={excerpt ?? after ?? before} />
      )}
      {suggestion && (
        <p className={classes.message}>
          Replace <code>{showHidden(suggestion.old)}</code> with <code>{showHidden(suggestion.new)}</code>:{" "}
          {showHidden(suggestion.because)}
        </p>
      )}
    </li>
  );
}

function Excerpt({ kind, text }: { kind: "+" | "-" | " "; text: string | null }) {
  if (text === null) return null;
  return (
    <div className={classes.excerpt} data-kind={kind}>
      <span aria-hidden="true">{kind} </span>
      <Spoken>{kind === "+" ? "after: " : kind === "-" ? "before: " : ""}</Spoken>
      {showHidden(text)}
    </div>
  );
}
