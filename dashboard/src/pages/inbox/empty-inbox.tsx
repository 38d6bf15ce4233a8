import { InboxIcon, RepoIcon } from "@primer/octicons-react";
import { useCan } from "../../frame/me-context.ts";
import { DataPending } from "../../frame/page-pending.tsx";
import { useProject } from "../../frame/use-project.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LinkButton } from "../../parts/links.tsx";
import classes from "./empty-inbox.module.css";

export function EmptyInbox() {
  const { projects, isLoading, error } = useProject();
  const mayAdd = useCan("projects:write");
  const mayWrite = useCan("jobs:write");
  if (isLoading) return <DataPending />;
  if (projects.length === 0 && !error)
    return (
      <div className={classes.space}>
        <EmptyState
          icon={<RepoIcon size={28} />}
          title="No project yet"
          action={mayAdd && <LinkButton to="/projects/new">Add a project</LinkButton>}
        >
          A project is a repository with documentation. Add one, describe a change in a sentence, and review
          what comes back here before anything is merged.
          {!mayAdd && " Ask an owner to add the first one."}
        </EmptyState>
      </div>
    );
  return (
    <div className={classes.space}>
      <EmptyState
        icon={<InboxIcon size={28} />}
        title="No action needed"
        action={mayWrite && <LinkButton to="/new">Ask for a change</LinkButton>}
      >
        Changes that wait for your review appear here, the shortest first, with jobs that failed and jobs that
        are running.
      </EmptyState>
    </div>
  );
}
