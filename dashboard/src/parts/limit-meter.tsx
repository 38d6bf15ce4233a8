import { Progress } from "@mantine/core";
import type { ProjectLimit } from "../api/inbox.ts";
import classes from "./limit-meter.module.css";
import { Time } from "./time.tsx";

/** Shows how many jobs a project has used in the rolling hour: "58 of 100 this hour, next free 12:41". */
export function LimitMeter({ limit, name }: { limit: ProjectLimit; name?: string }) {
  const share = Math.min(1, limit.used / Math.max(1, limit.limit));
  const color = share >= 1 ? "red" : share >= 0.8 ? "yellow" : "blue";
  return (
    <div className={classes.meter}>
      <div className={classes.words}>
        {name && <span className={classes.name}>{name}</span>}
        <span>
          {limit.used} of {limit.limit} this hour
          {limit.nextFreeAt && (
            <>
              , next free <Time at={limit.nextFreeAt} as="clock" />
            </>
          )}
        </span>
      </div>
      <Progress.Root size={4}>
        <Progress.Section
          value={share * 100}
          color={color}
          aria-label={`Jobs of this hour${name ? `, ${name}` : ""}`}
        />
      </Progress.Root>
    </div>
  );
}

/** The meters of several projects. */
LimitMeter.List = function LimitMeterList({
  limits,
  hiddenCount,
  onShowAll,
}: {
  limits: readonly ProjectLimit[];
  hiddenCount: number;
  onShowAll: () => void;
}) {
  return (
    <section className={classes.list} aria-label="Jobs per hour">
      {limits.map((limit) => (
        <LimitMeter key={limit.projectId} limit={limit} name={limit.projectName} />
      ))}
      {hiddenCount > 0 && (
        <button type="button" className={classes.more} onClick={onShowAll}>
          {hiddenCount} more {hiddenCount === 1 ? "project" : "projects"}
        </button>
      )}
    </section>
  );
};
