import { Loader } from "@mantine/core";
import { Navigate, useParams } from "@tanstack/react-router";
import { useApi } from "../../api/use-api.ts";
import { MessagePage } from "../../frame/message-page.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { TextLink } from "../../parts/links.tsx";
import { PageBody } from "../../parts/page-body.tsx";

/** The address that pull requests of the local host have leads to the review of their job. */
export default function PullPage() {
  const { projectId, number } = useParams({ strict: false }) as { projectId: string; number: string };
  const isNumber = /^[1-9]\d{0,8}$/.test(number);
  const path = `/v2/agent/${encodeURIComponent(projectId)}/pull-request/${number}`;
  const { data, error } = useApi<{ id: string }>(isNumber ? path : null);
  if (data !== undefined) return <Navigate to={`/projects/${projectId}/jobs/${data.id}/review`} replace />;
  if (!isNumber || (error as { status?: number } | null)?.status === 404)
    return (
      <MessagePage title="There is no such pull request">
        The address may be mistyped, or its job was deleted. <TextLink to="/jobs">All jobs</TextLink>
      </MessagePage>
    );
  return <PageBody>{error ? <ErrorAlert error={error} /> : <Loader />}</PageBody>;
}
