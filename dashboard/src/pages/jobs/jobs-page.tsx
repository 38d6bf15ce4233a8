import { Alert, Button, Loader } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { useCan } from "../../frame/me-context.ts";
import { CodeWords } from "../../parts/code-words.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { findRangeFault } from "../../parts/find-range-fault.ts";
import { LinkButton } from "../../parts/links.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { countFilters, type JobFilters, readFilters, toSearch } from "./job-filters.ts";
import { JobRows } from "./job-rows.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { useJobKeys } from "./use-job-keys.ts";
import { useJobList } from "./use-job-list.ts";

export default function JobsPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filters = useMemo(() => readFilters(search), [search]);
  const navigate = useNavigate();
  const { list, isRead, error, readMore } = useJobList(filters);
  const searchField = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { selected, select } = useJobKeys({
    count: list.jobs.length,
    onSearch: () => searchField.current?.focus(),
    onHelp: () => setHelpOpen(true),
  });
  const setFilters = (next: JobFilters) => {
    select(null);
    void navigate({ to: "/jobs", search: toSearch(next), replace: true });
  };
  return (
    <PageBody>
      <PageHeader title="Jobs" actions={<NewJobButton isInFrame />} />
      <FilterBar
        filters={filters}
        onChange={setFilters}
        searchField={searchField}
        onHelp={() => setHelpOpen(true)}
      />
      {error !== null && (
        <ListError error={findRangeFault(filters) ?? error} hasJobs={list.jobs.length > 0} />
      )}
      {!isRead && <Loader m="xl" aria-label="Jobs are being read" />}
      {isRead && list.jobs.length === 0 && error === null && (
        <NoJobs isFiltered={countFilters(filters) > 0} onClear={() => setFilters({})} />
      )}
      <JobRows list={list} selected={selected} onSelect={select} onEnd={readMore} />
      <KeysHelp opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </PageBody>
  );
}

/** If the navigation is next to the page, it already has this button. */
function NewJobButton({ isInFrame = false }: { isInFrame?: boolean }) {
  if (!useCan("jobs:write")) return null;
  return (
    <LinkButton to="/new" {...(isInFrame && { hiddenFrom: "md" })}>
      New job
    </LinkButton>
  );
}

function ListError({ error, hasJobs }: { error: unknown; hasJobs: boolean }) {
  if (!hasJobs) return <ErrorAlert error={error} />;
  return (
    <Alert color="yellow" role="status" mb="sm" title="The list may be out of date">
      It is asked for again every few seconds.
    </Alert>
  );
}

const teaching =
  'Ask for a change to the documentation in a sentence, such as `Replace "web hook" with "webhook"`. The agent makes it, the checks look at it, and a pull request waits here for review.';

function NoJobs({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No job matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear all filters
          </Button>
        }
      >
        Fewer filters find more.
      </EmptyState>
    );
  return (
    <EmptyState title="No jobs yet" action={<NewJobButton />}>
      <CodeWords text={teaching} />
    </EmptyState>
  );
}
