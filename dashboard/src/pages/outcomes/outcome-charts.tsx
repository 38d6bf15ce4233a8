import { Center, Paper, SimpleGrid, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { OutcomeMonth } from "../../api/outcomes.ts";
import { formatMoney } from "../../parts/money.tsx";
import { BarChart, LineChart, type Series } from "./chart.tsx";
import { describeHours, monthLabel } from "./format-outcomes.ts";
import { type MonthPoint, monthSeries } from "./month-series.ts";

type Figure = Exclude<keyof MonthPoint, "month">;

/** Hidden from screen readers, as the table below has the same figures. */
export function OutcomeCharts({ months }: { months: readonly OutcomeMonth[] }) {
  const points = monthSeries(months);
  const labels = points.map(({ month }) => monthLabel(month));
  const series = (name: Figure, label: string, color: string): Series => ({
    ...{ label, color: `var(--cd-${color})` },
    values: points.map((point) => point[name]),
  });
  const isUnknown = (name: Figure) => points.every((point) => point[name] === null);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <ChartCard title="Pull requests">
        <BarChart
          labels={labels}
          isStacked
          series={[
            series("merged", "Merged", "merged"),
            series("closed", "Closed", "bad"),
            series("open", "Open", "ok"),
          ]}
        />
      </ChartCard>
      <ChartCard title="Rework and findings fixed">
        <BarChart
          labels={labels}
          series={[
            series("reworkTurns", "Follow-ups", "warn"),
            series("findingsFixed", "Findings fixed", "ok"),
          ]}
        />
      </ChartCard>
      <ChartCard title="Time to merge (median)" isEmpty={isUnknown("hoursToMerge")}>
        <LineChart
          labels={labels}
          format={describeHours}
          series={[series("hoursToMerge", "Time to merge", "busy")]}
        />
      </ChartCard>
      <ChartCard title="Cost per merged pull request" isEmpty={isUnknown("costPerMerged")}>
        <LineChart labels={labels} format={formatMoney} series={[series("costPerMerged", "Cost", "busy")]} />
      </ChartCard>
    </SimpleGrid>
  );
}

interface ChartCardProps {
  title: string;
  /** If set, a text is shown instead of empty axes. */
  isEmpty?: boolean;
  children: ReactNode;
}

function ChartCard({ title, isEmpty = false, children }: ChartCardProps) {
  return (
    <Paper withBorder radius="md" p="md">
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {isEmpty ? (
        <Center h="11rem">
          <Text size="sm" c="dimmed">
            Nothing was merged in this time.
          </Text>
        </Center>
      ) : (
        <div aria-hidden="true">{children}</div>
      )}
    </Paper>
  );
}
