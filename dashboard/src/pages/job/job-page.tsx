import { Alert, Loader, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { AlertIcon } from "@primer/octicons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { invalidate, useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { usePageTitle } from "../../frame/page-title.ts";
import { RecordError } from "../../frame/record-error.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LongText } from "../../parts/long-text.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { nameJob } from "../jobs/listed-job.ts";
import type { AnyEvent } from "./event-log.ts";
import { explainFailure } from "./explain-failure.ts";
import { FollowUpBox } from "./follow-up-box.tsx";
import { groupEvents, tellInFull } from "./group-events.ts";
import { JobActions } from "./job-actions.tsx";
import { JobFacts } from "./job-facts.tsx";
import classes from "./job-page.module.css";
import { Timeline } from "./timeline.tsx";
import { type FollowedJob, useJobEvents } from "./use-job-events.ts";

/** The record is loaded again this long after an event, so that many events cost one request. */
const recordDelayMs = 400;

export default function JobPage() {
  const { projectId, jobId } = useParams({ strict: false }) as { projectId: string; jobId: string };
  const path = `/v2/agent/${encodeURIComponent(projectId)}/job/${encodeURIComponent(jobId)}`;
  const { data: job, error } = useApi<JobRecord>(path, { everyMs: 15_000 });
  if (job === undefined && error !== null) return <RecordError error={error} what="job" />;
  if (job === undefined) return <Loader m="xl" aria-label="The job is being read" />;
  return <LoadedJob key={path} path={path} projectId={projectId} job={job} />;
}

function LoadedJob({ path, projectId, job }: { path: string; projectId: string; job: JobRecord }) {
  const isActive = job.status === "active";
  const mayWrite = useCan("jobs:write");
  const isNarrow = useMediaQuery("(max-width: 62em)") ?? false;
  const followed = useJobEvents(path, isActive);
  const turns = useMemo(() => groupEvents(followed.log.events), [followed.log]);
  useFreshRecord(path, followed);
  // The prompt comes with the first event; if the transcript was deleted, the message names the job.
  const waitsForName = followed.state === "expired" ? "" : "Job";
  const name = nameJob({ ...job, prompt: turns[0]?.prompt.slice(0, 200) || waitsForName });
  usePageTitle(showHidden(name));
  return (
    <PageBody>
      <header className={classes.head}>
        <StatusBadge job={job} />
        <Title order={1} size="h2" className={classes.title}>
          {showHidden(name)}
        </Title>
      </header>
      <div className={classes.columns}>
        <aside className={classes.side} aria-label="Facts and actions">
          <JobActions path={path} projectId={projectId} job={job} created={followed.log.events[0]} />
          <details className={classes.details} open={!isNarrow}>
            <summary>Facts, usage and checks</summary>
            <JobFacts projectId={projectId} job={job} baseRef={findBaseRef(followed.log.events)} />
          </details>
        </aside>
        <div className={classes.main}>
          <Outcome job={job} message={tellInFull(turns.at(-1), job.message)} />
          <Connection followed={followed} isActive={isActive} />
          <Timeline turns={turns} activity={describeActivity(job)} />
          {mayWrite && <FollowUpBox path={path} job={job} isExpired={followed.state === "expired"} />}
        </div>
      </div>
    </PageBody>
  );
}

/** Returns the branch that the newest turn started from. */
function findBaseRef(events: readonly AnyEvent[]): string | null {
  const prepared = events.findLast((event) => event.kind === "prepared");
  return prepared?.kind === "prepared" ? prepared.data.baseRef : null;
}

/** Most fields of the record change with an event. */
function useFreshRecord(path: string, { log }: FollowedJob): void {
  const client = useQueryClient();
  const count = log.events.length;
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => void invalidate(client, path), recordDelayMs);
    return () => clearTimeout(timer);
  }, [client, path, count]);
}

/** Explains what a failed job means, and what to do. */
function Outcome({ job, message }: { job: JobRecord; message: string }) {
  if (job.status !== "failed") return null;
  const { title, next } = explainFailure(job.reason);
  const color = job.reason === "cancelled" ? "gray" : "red";
  return (
    <Alert mb="lg" color={color} title={title} icon={<AlertIcon />}>
      <LongText text={showHidden(message)} />
      <Text size="sm" mt={6}>
        {next}
      </Text>
    </Alert>
  );
}

function Connection({ followed, isActive }: { followed: FollowedJob; isActive: boolean }) {
  if (followed.state === "expired")
    return (
      <Alert mb="lg" color="gray" title="The transcript has been deleted">
        This job ended longer ago than its project keeps transcripts. Its facts are still here.
      </Alert>
    );
  if (followed.state === "refused") return <ErrorAlert error={followed.error} />;
  if (followed.state === "waiting" && isActive)
    return (
      <Alert mb="lg" color="yellow" role="status" title="The connection is lost">
        Trying again. Nothing that happens meanwhile will be missing.
      </Alert>
    );
  const isEmpty = followed.state !== "ended" && followed.log.events.length === 0;
  return isEmpty ? <Loader size="sm" aria-label="Reading what happened" /> : null;
}

function describeActivity(job: JobRecord): string | null {
  if (job.status !== "active") return null;
  if (job.reason === "queued") return "Waiting for a worker";
  if (job.reason === "waiting_capacity") return showHidden(job.message);
  return "Working";
}
