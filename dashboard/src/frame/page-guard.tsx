import { Text } from "@mantine/core";
import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LinkButton } from "../parts/links.tsx";
import { pages } from "../routes.ts";
import { useMe } from "./me-context.ts";
import { MessagePage } from "./message-page.tsx";

/** Whoever may not see the page is told so, instead of being shown refused requests. */
export function PageGuard({ children }: { children: ReactNode }) {
  const me = useMe();
  const address = useMatches().at(-1)?.fullPath;
  const page = pages.find(({ path }) => path === address);
  // A share link opens the pages of its one job.
  if (me.kind === "share_link" && !page?.path.startsWith("/projects/$projectId/jobs/$jobId"))
    return <OnlyOneJob />;
  const may = page?.permission === undefined || me.permissions.includes(page.permission);
  return may ? children : <NotAllowed />;
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
