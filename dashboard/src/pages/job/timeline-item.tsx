import { Button } from "@mantine/core";
import {
  AlertIcon,
  CheckCircleFillIcon,
  ChecklistIcon,
  CommentIcon,
  CopilotIcon,
  DotFillIcon,
  type Icon,
  SyncIcon,
  XCircleFillIcon,
} from "@primer/octicons-react";
import { type ReactNode, useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { LongText } from "../../parts/long-text.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";
import { CallRow } from "./call-row.tsx";
import { ChecksItemRow } from "./checks-item-row.tsx";
import type { FactItem } from "./fact.ts";
import type { Item, RetryItem, StepItem } from "./group-events.ts";
import classes from "./timeline.module.css";

type Tone = FactItem["tone"];

const factIcons: Record<Tone, Icon> = {
  plain: DotFillIcon,
  good: CheckCircleFillIcon,
  bad: XCircleFillIcon,
  warning: AlertIcon,
};

const callsShown = 15;
/** In characters; the page already shows the error of a failed job at the top. */
const longText = 280;

export function TimelineItem({ item }: { item: Item }) {
  switch (item.type) {
    case "step":
      return <Step item={item} />;
    case "fact":
      return <Fact item={item} />;
    case "retry":
      return <Retry item={item} />;
    case "checks":
      return (
        <Row icon={ChecklistIcon} at={item.at} tone={item.counts?.new === 0 ? "good" : "warning"}>
          <ChecksItemRow item={item} />
        </Row>
      );
    case "said":
      return (
        <Row icon={CommentIcon} at={item.at}>
          <strong>{authorName(item.author)}</strong> sent a follow-up
          <p className={classes.said}>{showHidden(item.prompt)}</p>
        </Row>
      );
    case "engine":
      return (
        <Row icon={CopilotIcon} at={item.at}>
          {item.texts.length > 0 && <p className={classes.said}>{showHidden(item.texts.join(""))}</p>}
          {item.calls.map(({ title, status }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end.
            <div key={index}>
              {showHidden(title)} ({status})
            </div>
          ))}
        </Row>
      );
  }
}

function Row({
  icon: Mark,
  at,
  tone = "plain",
  children,
}: {
  icon: Icon;
  at: string;
  tone?: Tone;
  children: ReactNode;
}) {
  return (
    <li className={classes.item}>
      <span className={classes.mark} data-tone={tone}>
        <Mark size={14} />
      </span>
      <div className={classes.itemLine}>
        <div className={classes.itemText}>{children}</div>
        <span className={classes.when}>
          <Time at={at} as="clock" />
        </span>
      </div>
    </li>
  );
}

function Step({ item }: { item: StepItem }) {
  const [isWhole, setWhole] = useState(false);
  const calls = isWhole ? item.calls : item.calls.slice(0, callsShown);
  const more = item.calls.length - calls.length;
  return (
    <Row icon={CopilotIcon} at={item.at}>
      {item.text.trim() !== "" && <p className={classes.said}>{showHidden(item.text.trim())}</p>}
      <ul className={classes.calls}>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setWhole(true)}>
          Show {more.toLocaleString()} more
        </Button>
      )}
    </Row>
  );
}

function Fact({ item }: { item: FactItem }) {
  const [isOpen, setOpen] = useState(false);
  const text = showHidden(item.text);
  return (
    <Row icon={factIcons[item.tone]} tone={item.tone} at={item.at}>
      {text.length > longText ? (
        <LongText text={text} />
      ) : (
        <span className={classes.itemText} data-tone={item.tone}>
          {text}
        </span>
      )}
      {item.detail !== undefined && (
        <>
          {" "}
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Less" : "More"}: ${text}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Less" : "More"}
          </Button>
          {isOpen && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <pre className={classes.output} tabIndex={0}>
              {showHidden(item.detail)}
            </pre>
          )}
        </>
      )}
    </Row>
  );
}

function Retry({ item }: { item: RetryItem }) {
  const last = item.attempts.at(-1)!;
  const times = item.attempts.length === 1 ? "once more" : `${item.attempts.length} times more`;
  return (
    <Row icon={SyncIcon} tone="warning" at={item.at}>
      The model did not respond{last.status === null ? "" : ` (${last.status})`}; asked {times}
      <p className={classes.refusal}>{showHidden(last.message)}</p>
    </Row>
  );
}
