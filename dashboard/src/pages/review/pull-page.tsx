import { Loader } from "@mantine/core";
import { Navigate, useParams } from "@tanstack/react-router";
import { useApi } from "../../api/use-api.ts";
import { RecordError } from "../../frame/record-error.tsx";
import { PageBody } from "../../parts/page-body.tsx";

/** The address that pull requests of the local host have leads to the review of their job. */
export default function PullPage() {
  const { projectId, number } = useParams({ strict: false }) as { projectId: string; number: string };
  const isNumber = /^[1-9]\d{0,8}$/.test(number);
  const path = `/v2/agent/${encodeURIComponent(projectId)}/pull-request/${number}`;
  const { data, error } = useApi<{ id: string }>(isNumber ? path : null);
  if (data !== undefined) return <Navigate to={`/projects/${projectId}/jobs/${data.id}/review`} replace />;
  if (!isNumber) return <RecordError error={{ status: 404 }} what="pull request" />;
  if (error !== null) return <RecordError error={error} what="pull request" />;
  return (
    <PageBody>
      <Loader />
    </PageBody>
  );
}
