import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCan } from "../../frame/me-context.ts";
import { DataPending } from "../../frame/page-pending.tsx";
import { useProject } from "../../frame/use-project.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { LinkButton } from "../../parts/links.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { NewJobForm } from "./new-job-form.tsx";

/** Asks for a change. `?project`, `?prompt` and `?ref` fill the form, as "Run again" of a job does. */
export default function NewJobPage() {
  const search = useSearch({ strict: false }) as { project?: string; prompt?: string; ref?: string };
  const { projectId, projects, isLoading, error, choose } = useProject(search.project);
  const navigate = useNavigate();
  const mayWrite = useCan("jobs:write");
  const mayAdd = useCan("projects:write");
  const given = {
    ...(search.prompt === undefined ? {} : { prompt: search.prompt }),
    ...(search.ref === undefined ? {} : { ref: search.ref }),
  };
  return (
    <PageBody width="text">
      <PageHeader title="New job" />
      {isLoading && <DataPending />}
      {!isLoading && !mayWrite && (
        <EmptyState title="You can read jobs, but not start them">
          Ask an owner to make you an editor.
        </EmptyState>
      )}
      {error && <ErrorAlert error={error} title="The projects could not be loaded" />}
      {!isLoading && !error && mayWrite && projectId === null && (
        <EmptyState
          title="There is no project yet"
          action={mayAdd && <LinkButton to="/projects/new">Add a project</LinkButton>}
        >
          A job changes the documentation of a project: a repository that Copydesk may read, and open pull
          requests in.
        </EmptyState>
      )}
      {!isLoading && mayWrite && projectId !== null && (
        <NewJobForm
          key={projectId}
          {...{ projectId, given }}
          hasChoice={projects.length > 1}
          onChooseProject={(id) => {
            choose(id);
            void navigate({ to: ".", search: { ...search, project: undefined } as never, replace: true });
          }}
        />
      )}
    </PageBody>
  );
}
