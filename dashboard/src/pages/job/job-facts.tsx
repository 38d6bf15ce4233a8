import { Badge, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { TextLink } from "../../parts/links.tsx";
import { Money } from "../../parts/money.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";
import { JobDuration } from "../jobs/job-duration.tsx";
import { PullRequestLink } from "../jobs/pull-request-link.tsx";
import classes from "./job-page.module.css";

/** Labels and reviewers are fields that records of some versions lack. */
type Job = JobRecord & { labels?: string[]; reviewers?: string[] };

export interface JobFactsProps {
  projectId: string;
  job: Job;
  baseRef: string | null;
}

export function JobFacts({ projectId, job, baseRef }: JobFactsProps) {
  const { usage, checks, source, pullRequest } = job;
  return (
    <>
      <Facts>
        <Fact name="Asked by">{authorName(job.createdBy)}</Fact>
        <Fact name="Created">
          <Time at={job.createdAt} />
        </Fact>
        <Fact name="Duration">
          <JobDuration job={job} />
        </Fact>
        {job.topic !== null && (
          <Fact name="Topic">
            <TextLink to="/jobs" search={{ topic: job.topic, project: projectId }}>
              {showHidden(job.topic)}
            </TextLink>
          </Fact>
        )}
        {baseRef !== null && (
          <Fact name="Base branch">
            <code>{showHidden(baseRef)}</code>
          </Fact>
        )}
        <Fact name="Model">{showHidden(job.model)}</Fact>
        {pullRequest && (
          <Fact name="Pull request">
            <PullRequestLink pullRequest={pullRequest} />
          </Fact>
        )}
        <Copied name="Branch" value={source.ref} what="the branch" />
        <Copied name="Job" value={job.id} what="the job’s id" />
      </Facts>
      <Facts title={job.status === "active" ? "Used so far" : "Used"}>
        <Fact name="Cost">
          <Money usd={usage.costUsd} />
        </Fact>
        <Fact name="Steps">{usage.steps.toLocaleString()}</Fact>
        <Fact name="Tokens in">
          {usage.inputTokens.toLocaleString()}
          {usage.cachedInputTokens > 0 && `, ${usage.cachedInputTokens.toLocaleString()} from the cache`}
        </Fact>
        <Fact name="Tokens out">{usage.outputTokens.toLocaleString()}</Fact>
      </Facts>
      {checks && (
        <Facts title="Checks">
          <Fact name="New">{checks.new.toLocaleString()}</Fact>
          <Fact name="Fixed">{checks.fixed.toLocaleString()}</Fact>
          <Fact name="Preexisting">{checks.preexisting.toLocaleString()}</Fact>
        </Facts>
      )}
      <Marks job={job} />
    </>
  );
}

function Marks({ job }: { job: Job }) {
  const { labels = [], reviewers = [] } = job;
  const metadata = Object.entries(job.metadata);
  if (labels.length + reviewers.length + metadata.length === 0) return null;
  return (
    <Facts title="Labels and metadata">
      {labels.length > 0 && (
        <Fact name="Labels">
          <Group gap={4}>
            {labels.map((label) => (
              <Badge key={label} variant="default" tt="none">
                {showHidden(label)}
              </Badge>
            ))}
          </Group>
        </Fact>
      )}
      {reviewers.length > 0 && <Fact name="Reviewers">{showHidden(reviewers.join(", "))}</Fact>}
      {metadata.map(([key, value]) => (
        <Fact key={key} name={showHidden(key)}>
          {showHidden(value)}
        </Fact>
      ))}
    </Facts>
  );
}

function Facts({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.group}>
      {title && <h2 className={classes.groupTitle}>{title}</h2>}
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

/** A long value without a place to break, on a line of its own. */
function Copied({ name, value, what }: { name: string; value: string; what: string }) {
  return (
    <div className={classes.copied}>
      <dt>{name}</dt>
      <dd>
        <code>{showHidden(value)}</code>
        <CopyButton value={value} name={what} />
      </dd>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
