import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import { Center, Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import type { OutcomeMonth } from "../../api/outcomes.ts";
import { formatMoney } from "../../parts/money.tsx";
import { describeHours, monthLabel } from "./format-outcomes.ts";
import { monthSeries } from "./month-series.ts";

const height = 220;
const turnMs = 30;
// No stop for the keyboard in what is hidden.
const hidden = { accessibilityLayer: false };

/** The table below has the same figures: the charts are hidden from who cannot see them. */
export default function OutcomeCharts({ months }: { months: readonly OutcomeMonth[] }) {
  const isStill = useReducedMotion();
  const data = monthSeries(months).map((point) => ({ ...point, month: monthLabel(point.month) }));
  const common = {
    h: height,
    data,
    dataKey: "month",
    // The year stands in the table below.
    xAxisProps: { tickFormatter: (label: string) => label.split(" ")[0] ?? label, interval: 0 as const },
    gridAxis: "x" as const,
    tickLine: "none" as const,
  };
  const bars = {
    ...common,
    yAxisProps: { allowDecimals: false },
    barChartProps: hidden,
    // As the bars stand, not by the alphabet.
    legendProps: { itemSorter: null },
    barProps: { isAnimationActive: !isStill },
    maxBarWidth: 36,
  };
  const lines = {
    ...common,
    lineChartProps: { ...hidden, margin: { left: 8, right: 16 } },
    xAxisProps: { ...common.xAxisProps, padding: { left: 16, right: 16 } },
    curveType: "linear" as const,
    connectNulls: true,
    lineProps: { isAnimationActive: !isStill },
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <ChartCard order={0} title="Pull requests">
        <BarChart
          {...bars}
          type="stacked"
          withLegend
          series={[
            { name: "merged", label: "Merged", color: "var(--cd-merged)" },
            { name: "closed", label: "Closed", color: "var(--cd-bad)" },
            { name: "open", label: "Open", color: "var(--cd-ok)" },
          ]}
        />
      </ChartCard>
      <ChartCard
        order={1}
        title="Time to merge (median)"
        empty={months.every(({ medianHoursToMerge }) => medianHoursToMerge === null) && nothingMerged}
      >
        <LineChart
          {...lines}
          valueFormatter={describeHours}
          series={[{ name: "hoursToMerge", label: "Time to merge", color: "var(--cd-busy)" }]}
        />
      </ChartCard>
      <ChartCard
        order={2}
        title="Cost per merged pull request"
        empty={months.every(({ costPerMerged }) => costPerMerged === null) && nothingMerged}
      >
        <LineChart
          {...lines}
          valueFormatter={formatMoney}
          series={[{ name: "costPerMerged", label: "Cost", color: "var(--cd-busy)" }]}
        />
      </ChartCard>
      <ChartCard order={3} title="Rework and findings fixed">
        <BarChart
          {...bars}
          withLegend
          series={[
            { name: "reworkTurns", label: "Follow-ups", color: "var(--cd-warn)" },
            { name: "findingsFixed", label: "Findings fixed", color: "var(--cd-ok)" },
          ]}
        />
      </ChartCard>
    </SimpleGrid>
  );
}

const nothingMerged = "Nothing was merged in this time.";

/** Charts are drawn one after another, so that none of them holds the page up for long. */
function useTurn(order: number): boolean {
  const [isDue, setDue] = useState(order === 0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), order * turnMs);
    return () => clearTimeout(timer);
  }, [order]);
  return isDue;
}

function ChartCard({
  title,
  order,
  empty = false,
  children,
}: {
  title: string;
  order: number;
  /** Shown instead of axes without anything between them. */
  empty?: string | false;
  children: ReactNode;
}) {
  const isDue = useTurn(order);
  return (
    <Paper withBorder radius="md" p="md">
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {empty === false ? (
        <div aria-hidden="true" style={{ minHeight: height }}>
          {isDue && children}
        </div>
      ) : (
        <Center h={height}>
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        </Center>
      )}
    </Paper>
  );
}
