import { useEffect, useState } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { describeDuration } from "../../parts/describe-time.ts";

/** Shows how long the job took, or has taken so far. */
export function JobDuration({ job }: { job: Pick<JobRecord, "createdAt" | "finishedAt"> }) {
  const [now, setNow] = useState(Date.now);
  const isOver = job.finishedAt !== null;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  const until = job.finishedAt === null ? now : Date.parse(job.finishedAt);
  return <>{describeDuration(until - Date.parse(job.createdAt))}</>;
}
