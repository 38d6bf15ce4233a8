import { Text } from "@mantine/core";
import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { managedProjectPath } from "../api/managed-project.ts";
import { useApi } from "../api/use-api.ts";
import { LinkButton } from "../parts/links.tsx";
import { pages } from "../routes.ts";
import { useMe } from "./me-context.ts";
import { MessagePage } from "./message-page.tsx";
import { RecordError } from "./record-error.tsx";
import { useProject } from "./use-project.ts";

/** Tells users without access to the page so, instead of showing refused requests. */
export function PageGuard({ children }: { children: ReactNode }) {
  const me = useMe();
  const address = useMatches().at(-1)?.fullPath;
  const page = pages.find(({ path }) => path === address);
  // A share link opens only the pages of its job.
  if (me.kind === "share_link" && !page?.path.startsWith("/projects/$projectId/jobs/$jobId"))
    return <OnlyOneJob />;
  const may = page?.permission === undefined || me.permissions.includes(page.permission);
  if (!may) return <NotAllowed />;
  // Pages of jobs report a missing job themselves.
  if (page?.nav?.group === "project") return <ProjectGuard>{children}</ProjectGuard>;
  return children;
}

/** Loads a project that the switcher does not list, before its page shows refused requests. */
function ProjectGuard({ children }: { children: ReactNode }) {
  const { project, projectId, isLoading } = useProject();
  const isUnknown = project === null && projectId !== null && !isLoading;
  const { error } = useApi(isUnknown ? managedProjectPath(projectId) : null);
  const isGone = isUnknown && (error as { status?: number } | null)?.status === 404;
  return isGone ? <RecordError error={error} what="project" /> : children;
}

function NotAllowed() {
  return (
    <MessagePage title="You may not see this page">
      <Text c="dimmed">
        Your role does not allow it. An owner of the organisation can give you another one.
      </Text>
      <div>
        <LinkButton to="/">Go to the inbox</LinkButton>
      </div>
    </MessagePage>
  );
}

function OnlyOneJob() {
  const { projectIds, jobId } = useMe();
  return (
    <MessagePage title="The link that you opened shows one job">
      <Text c="dimmed">To see more, sign in with an account of your own.</Text>
      <div>
        <LinkButton to={`/projects/${projectIds?.[0]}/jobs/${jobId}`}>Go to the job</LinkButton>
      </div>
    </MessagePage>
  );
}
