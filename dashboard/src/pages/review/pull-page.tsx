import { Loader } from "@mantine/core";
import { Navigate, useParams } from "@tanstack/react-router";
import { useApi } from "../../api/use-api.ts";
import { RecordError } from "../../frame/record-error.tsx";
import { PageBody } from "../../parts/page-body.tsx";

/** Leads from the address of a local host's pull request to the review of its job. */
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
