import { Badge, Loader } from "@mantine/core";
import {
  ArrowRightIcon,
  ChecklistIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  FileDirectoryIcon,
  FileIcon,
  FlagIcon,
  PencilIcon,
  PlusIcon,
  SearchIcon,
  ToolsIcon,
  TrashIcon,
} from "@primer/octicons-react";
import { useMemo, useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { PathText } from "../../parts/path-text.tsx";
import { describeCall, describeRefusal } from "./describe-call.ts";
import { EditDiff } from "./edit-diff.tsx";
import { editPreviews } from "./edit-previews.ts";
import type { CallItem } from "./group-events.ts";
import classes from "./timeline.module.css";

const icons = new Map([
  ["list", FileDirectoryIcon],
  ["search", SearchIcon],
  ["read", FileIcon],
  ["edit", PencilIcon],
  ["write", PlusIcon],
  ["move", ArrowRightIcon],
  ["delete", TrashIcon],
  ["check", ChecklistIcon],
  ["finish", FlagIcon],
]);

/** Longer results are cut; the API's transcript has them in full. */
const outputCharactersMax = 20_000;

/** A tool call of the agent and its result: edits with a small diff, refusals with the reason. */
export function CallRow({ call }: { call: CallItem }) {
  const [isOpen, setOpen] = useState(false);
  const { places, more } = useMemo(() => editPreviews(call.operations), [call.operations]);
  const { doing, done, tried, subject, detail } = describeCall(call.name, call.input);
  const Icon = icons.get(call.name) ?? ToolsIcon;
  const isRefused = call.state === "refused";
  const canOpen = call.output !== null && call.output !== "" && !isRefused;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  const line = (
    <>
      <Icon className={classes.callIcon} size={14} />
      <span className={classes.callText}>
        {{ running: doing, done, refused: tried, stopped: `${doing} (stopped)` }[call.state]}{" "}
        {subject !== "" && (
          <code>
            <PathText path={subject} />
          </code>
        )}{" "}
        {detail}
      </span>
      {call.state === "running" && <Loader size={12} aria-label="under way" />}
      {isRefused && (
        <Badge color="yellow" variant="light" size="sm">
          Refused
        </Badge>
      )}
      {canOpen && <Chevron className={classes.chevron} size={14} />}
    </>
  );
  return (
    <li className={classes.call} data-state={call.state}>
      {canOpen ? (
        <button
          type="button"
          className={classes.callLine}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {line}
        </button>
      ) : (
        <div className={classes.callLine}>{line}</div>
      )}
      {isRefused && call.output && <p className={classes.refusal}>{describeRefusal(call.output)}</p>}
      {call.warning && <p className={classes.refusal}>{showHidden(call.warning)}</p>}
      {isOpen && <Output text={call.output ?? ""} />}
      {places.map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change.
        <EditDiff key={index} place={place} />
      ))}
      {more > 0 && <p className={classes.more}>… and {more.toLocaleString()} more places</p>}
    </li>
  );
}

function Output({ text }: { text: string }) {
  const shown = showHidden(text.slice(0, outputCharactersMax));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className={classes.output} tabIndex={0}>
      {shown}
      {text.length > outputCharactersMax ? "\n…" : ""}
    </pre>
  );
}
