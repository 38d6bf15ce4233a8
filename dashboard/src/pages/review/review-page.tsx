import { Alert, Button, Loader } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { invalidate, useApi } from "../../api/use-api.ts";
import { useCan } from "../../frame/me-context.ts";
import { RecordError } from "../../frame/record-error.tsx";
import { TextLink } from "../../parts/links.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { OpenPullRequest } from "../job/open-pull-request.tsx";
import { PullRequestLink } from "../jobs/pull-request-link.tsx";
import { ReviewBody } from "./review-body.tsx";
import { ReviewContext } from "./review-context.ts";
import { ReviewDecisions } from "./review-decisions.tsx";
import classes from "./review-page.module.css";
import type { Review } from "./review-types.ts";
import { SendBar } from "./send-bar.tsx";
import { useCollectedReview } from "./use-collected-review.ts";

const lookEveryMs = 10_000;

export default function ReviewPage() {
  const { projectId, jobId } = useParams({ strict: false }) as { projectId: string; jobId: string };
  const job = `/v2/agent/${encodeURIComponent(projectId)}/job/${encodeURIComponent(jobId)}`;
  const { data: review, error } = useApi<Review>(`${job}/review`, { everyMs: lookEveryMs });
  if (review === undefined && error !== null) return <RecordError error={error} what="job" />;
  if (review === undefined)
    return (
      <PageBody width="full">
        <Loader aria-label="Reading the change" />
      </PageBody>
    );
  return (
    <LoadedReview key={job} job={job} jobPath={`/projects/${projectId}/jobs/${jobId}`} latest={review} />
  );
}

/**
 * The opened state stays until the reader asks for the new one: lines do not move while somebody comments on
 * them.
 */
function LoadedReview({ job, jobPath, latest }: { job: string; jobPath: string; latest: Review }) {
  const client = useQueryClient();
  const { data: record } = useApi<JobRecord>(job, { everyMs: lookEveryMs });
  const path = `${job}/review`;
  const [opened, setOpened] = useState(latest);
  const [isOwnCommit, setOwnCommit] = useState(false);
  const isStale = opened.headCommit !== latest.headCommit;
  const review = isStale ? opened : latest;
  const { value, ...changes } = useCollectedReview(path, review);
  const invalidates = [job, "/v2/manage/jobs", "/v2/manage/inbox"];
  const showLatest = useCallback(() => {
    setOpened(latest);
    setOwnCommit(false);
    void invalidate(client, `${path}/`);
  }, [client, latest, path]);
  // Readers who have changed the branch themselves need no notice of it.
  useEffect(() => {
    if (isStale && isOwnCommit) showLatest();
  }, [isStale, isOwnCommit, showLatest]);
  return (
    <ReviewContext value={value}>
      <PageBody width="full">
        <PageHeader
          title={showHidden(review.title ?? "Changes")}
          windowTitle={`Review: ${showHidden(review.title ?? review.jobId)}`}
          above={<Above jobPath={jobPath} review={review} />}
          actions={
            <>
              {record && <OpenPullRequest path={job} job={record} onOpened={() => setOwnCommit(true)} />}
              {!isStale && <ReviewDecisions {...{ path, review, invalidates }} />}
            </>
          }
        />
        {record?.status === "active" && <WorkingNote jobPath={jobPath} />}
        {isStale && (
          <Alert
            mb="md"
            color="yellow"
            role="status"
            title="The branch has changed since you opened this page"
          >
            <div className={classes.stale}>
              Your comments are kept. Decisions need the new state.
              <Button size="xs" onClick={showLatest}>
                Show the new state
              </Button>
            </div>
          </Alert>
        )}
        {!isStale && <WhyNoMerge review={review} />}
        <ReviewBody review={review} />
        <SendBar {...{ jobPath, invalidates, ...changes }} onApplied={() => setOwnCommit(true)} />
      </PageBody>
    </ReviewContext>
  );
}

function Above({ jobPath, review }: { jobPath: string; review: Review }) {
  return (
    <div className={classes.above}>
      <TextLink to={jobPath}>The job</TextLink>
      {review.pullRequest && (
        <>
          <PullRequestLink pullRequest={review.pullRequest} />
          <code className={classes.branch}>{showHidden(review.pullRequest.branch)}</code>
        </>
      )}
    </div>
  );
}

/** Shown on the page as well, because nobody looks for a reason at a button that does nothing. */
function WhyNoMerge({ review: { pullRequest, actions } }: { review: Review }) {
  const mayDecide = useCan("review:write");
  const { allowed, why } = actions.merge;
  if (!mayDecide || pullRequest?.state !== "open" || allowed || why === null) return null;
  return (
    <Alert mb="md" color="yellow" role="note" title="This cannot be merged now">
      {showHidden(why)}
    </Alert>
  );
}

function WorkingNote({ jobPath }: { jobPath: string }) {
  return (
    <Alert mb="md" color="blue" role="status" title="The agent is working on this change">
      What you see may be replaced when it ends. <TextLink to={jobPath}>Watch it work</TextLink>
    </Alert>
  );
}
