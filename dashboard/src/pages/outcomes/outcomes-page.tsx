import { Button, Skeleton, Stack, Title } from "@mantine/core";
import { api } from "../../api/client.ts";
import { type Outcomes, outcomesPath } from "../../api/outcomes.ts";
import { useAction, useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorAlert } from "../../parts/error-alert.tsx";
import { PageBody } from "../../parts/page-body.tsx";
import { PageHeader } from "../../parts/page-header.tsx";
import { saveText } from "../../parts/save-text.ts";
import { OutcomeCharts } from "./outcome-charts.tsx";
import { OutcomeFigures } from "./outcome-figures.tsx";
import { OutcomeFilterBar } from "./outcome-filter-bar.tsx";
import { AuthorTable, MonthTable } from "./outcome-tables.tsx";
import { useOutcomeFilters } from "./use-outcome-filters.ts";

export default function OutcomesPage() {
  const { filters, search, change } = useOutcomeFilters();
  const path = outcomesPath(filters);
  const { data, error } = useApi<Outcomes>(path, { everyMs: 60_000, keepPrevious: true });
  const download = useAction(async () => {
    const text = await api.get<string>(path, { headers: { accept: "text/csv" } });
    saveText(text, { name: "outcomes.csv", type: "text/csv" });
  });
  const isEmpty = data?.months.every(({ jobs }) => jobs === 0) ?? false;
  return (
    <PageBody>
      <PageHeader
        title="Outcomes"
        description="What became of the jobs: merged or not, how soon, with how much rework and at what cost. Everything here is counted from recorded facts."
        actions={
          <Button
            variant="default"
            loading={download.isPending}
            disabled={isEmpty}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
        }
      />
      <Stack gap="lg">
        <OutcomeFilterBar search={search} onChange={change} />
        {error && <ErrorAlert error={error} />}
        {data === undefined && !error && <Skeleton height={420} />}
        {isEmpty && (
          <EmptyState title="No jobs in these months">
            As soon as pull requests are merged or closed, their share, time and cost are here.
          </EmptyState>
        )}
        {data && !isEmpty && (
          <>
            <OutcomeFigures months={data.months} />
            <OutcomeCharts months={data.months} />
            <Title order={2}>By month</Title>
            <MonthTable months={data.months} />
            <Title order={2}>By author</Title>
            <AuthorTable authors={data.authors} />
          </>
        )}
      </Stack>
    </PageBody>
  );
}
