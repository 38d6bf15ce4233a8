import { Button, Loader } from "@mantine/core";
import { useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";
import type { Turn } from "./group-events.ts";
import classes from "./timeline.module.css";
import { TimelineItem } from "./timeline-item.tsx";

const promptCharactersMax = 1_200;

/** Shows everything that happened to a job, prompt by prompt. */
export function Timeline({ turns, activity }: { turns: readonly Turn[]; activity: string | null }) {
  return (
    <>
      {turns.map((turn) => (
        <section key={turn.seq} className={classes.turn} aria-label={`Turn ${turn.number}`}>
          <Prompt turn={turn} />
          <ol className={classes.items}>
            {turn.items.map((item) => (
              <TimelineItem key={item.seq} item={item} />
            ))}
          </ol>
        </section>
      ))}
      {activity !== null && (
        <div className={classes.working} role="status">
          <Loader size={14} aria-hidden="true" />
          {activity}
        </div>
      )}
    </>
  );
}

function Prompt({ turn }: { turn: Turn }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = turn.prompt.length > promptCharactersMax;
  const text = isLong && !isWhole ? `${turn.prompt.slice(0, promptCharactersMax)}…` : turn.prompt;
  return (
    <div className={classes.prompt}>
      <div className={classes.promptHead}>
        <strong>{authorName(turn.author)}</strong>
        {turn.number === 1 ? "asked" : "followed up"}
        <Time at={turn.at} />
      </div>
      <p className={classes.promptText}>{showHidden(text)}</p>
      {isLong && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </div>
  );
}
