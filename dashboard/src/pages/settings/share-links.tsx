import { Button, Skeleton, Text } from "@mantine/core";
import type { ListAllShareLinksAnswer } from "../../../../sdk/src/generated-types.ts";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { api } from "../../api/client.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { TextLink } from "../../parts/links.tsx";
import { SectionCard } from "../../parts/section-card.tsx";
import { Time } from "../../parts/time.tsx";
import { authorName } from "../jobs/author-name.ts";

type ShareLink = ListAllShareLinksAnswer["data"][number];

const path = "/v2/manage/share-links";

const states = { open: "Ends", expired: "Ended", revoked: "Revoked" } as const;

const columns: Column<ShareLink>[] = [
  {
    head: "Job",
    cell: ({ projectId, jobId, jobTitle }) => (
      <TextLink to={`/projects/${projectId}/jobs/${jobId}`}>{showHidden(jobTitle)}</TextLink>
    ),
  },
  { head: "Made by", cell: ({ createdBy }) => authorName(createdBy) },
  {
    head: "State",
    cell: ({ state, expiresAt, revokedAt }) => (
      <>
        {states[state]} <Time at={revokedAt ?? expiresAt} />
      </>
    ),
  },
  {
    head: "Last opened",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />),
  },
  { head: "", align: "right", cell: (link) => link.state === "open" && <RevokeButton link={link} /> },
];

/** Lists every link that opens a job to people without an account, and those that ended lately. */
export function ShareLinks() {
  const { data, error } = useApi<{ data: ShareLink[] }>(path, { everyMs: 60_000 });
  const links = data?.data ?? [];
  return (
    <SectionCard
      title="Share links"
      about="Anyone with one of these links can read its job until it ends. Links that have ended stay listed for 30 days."
    >
      {error && <ErrorAlert error={error} />}
      {!data && !error && <Skeleton height={60} />}
      {data && links.length === 0 && (
        <Text size="sm" c="dimmed">
          No job is shared. A link is made on the job's page.
        </Text>
      )}
      {links.length > 0 && (
        <DataTable label="Share links" columns={columns} rows={links} rowKey={({ id }) => id} />
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
      aria-label={`Revoke the link to ${showHidden(link.jobTitle)}`}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  );
}
