import { Button, Skeleton, Text } from "@mantine/core";
import { api } from "../../api/client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { TextLink } from "../../parts/links.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";

interface ShareLink {
  id: string;
  projectId: string;
  jobId: string;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt?: string | null;
}

const path = "/v2/manage/share-links";

/** Every link that still opens a job to people without an account. */
export function ShareLinks() {
  const { data, error } = useApi<{ data: ShareLink[] }>(path, { everyMs: 60_000 });
  const valid = (data?.data ?? []).filter(
    ({ revokedAt, expiresAt }) => !revokedAt && Date.parse(expiresAt) > Date.now(),
  );
  const columns: Column<ShareLink>[] = [
    {
      head: "Job",
      cell: ({ projectId, jobId }) => (
        <TextLink to={`/projects/${projectId}/jobs/${jobId}`}>{jobId}</TextLink>
      ),
    },
    {
      head: "Last used",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />),
    },
    { head: "Ends", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { head: "", align: "right", cell: (link) => <RevokeButton link={link} /> },
  ];
  return (
    <SectionCard title="Share links" about="Whoever has one of these can read its job until it ends.">
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={60} />}
      {data && valid.length === 0 && (
        <Text size="sm" c="dimmed">
          No job is shared. A link is made on the job's page.
        </Text>
      )}
      {valid.length > 0 && (
        <DataTable label="Share links" columns={columns} rows={valid} rowKey={({ id }) => id} />
      )}
    </SectionCard>
  );
}

function RevokeButton({ link }: { link: ShareLink }) {
  const revoke = useAction(
    () => api.delete(`/v2/agent/${link.projectId}/job/${link.jobId}/share-links/${link.id}`),
    { invalidates: [path], done: "The link is revoked." },
  );
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="red"
      loading={revoke.isPending}
      aria-label={`Revoke the link to ${link.jobId}`}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  );
}
