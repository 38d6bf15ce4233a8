import { Button, Group, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type AuditEntry, auditPath } from "../../api/audit.ts";
import { useAction } from "../../api/use-api.ts";
import { usePages } from "../../api/use-pages.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { findRangeFault } from "../../parts/find-range-fault.ts";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { type AuditFilters, auditQuery, readAuditFilters } from "./audit-address.ts";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { AuditList } from "./audit-list.tsx";
import { downloadAudit } from "./download-audit.ts";
import { useLiveAudit } from "./use-live-audit.ts";

export default function AuditPage() {
  const filters = readAuditFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [isLive, setLive] = useState(true);
  const query = auditQuery(filters);
  const pages = usePages<AuditEntry>(`${auditPath}${query}`, { limit: 25 });
  const isRead = !pages.isPending && !pages.error;
  const fresh = useLiveAudit(query, isLive && isRead, pages.rows[0]?.id ?? null);
  const known = new Set(pages.rows.map(({ id }) => id));
  const rows = [...fresh.filter(({ id }) => !known.has(id)), ...pages.rows];
  const download = useAction(() => downloadAudit(query));
  const change = (next: AuditFilters) => void navigate({ to: ".", search: next as never, replace: true });
  return (
    <PageBody>
      <PageHeader
        title="Audit"
        description="Every change of projects, keys, webhooks, members and pull requests: who made it, when, from where, and what it was before and after. Secrets are masked."
        actions={
          <Group gap="xs">
            <Button variant="default" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
              {isLive ? "Pause" : "Follow live"}
            </Button>
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
              Download JSON lines
            </Button>
          </Group>
        }
      />
      <Stack gap="lg">
        <AuditFilterBar
          filters={filters}
          actions={[...new Set(rows.map(({ action }) => action))].sort()}
          onChange={change}
        />
        {pages.error && <ErrorAlert error={findRangeFault(filters) ?? pages.error} />}
        {isRead && rows.length === 0 ? (
          <EmptyState title="No entries">No change matches these filters.</EmptyState>
        ) : (
          <AuditList entries={rows} isLoading={pages.isPending} />
        )}
        {pages.hasMore && (
          <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
            Show older entries
          </Button>
        )}
      </Stack>
    </PageBody>
  );
}
