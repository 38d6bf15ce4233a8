import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { OutcomeMonth } from "../../api/outcomes.ts";
import { formatMoney } from "../../parts/money.tsx";
import { outcomeTotals } from "./month-series.ts";

const oneDigit = { maximumFractionDigits: 1 };

/** The whole period in a few figures; a dash for unknown ones. */
export function OutcomeFigures({ months }: { months: readonly OutcomeMonth[] }) {
  const totals = outcomeTotals(months);
  const figures = [
    ["Jobs", totals.jobs.toLocaleString(), ""],
    ["Merged", orDash(totals.mergedShare, (share) => `${share}%`), "of the pull requests that have ended"],
    [
      "Rework",
      orDash(totals.reworkPerJob, (turns) => turns.toLocaleString(undefined, oneDigit)),
      "follow-ups per job",
    ],
    ["Cost per merge", orDash(totals.costPerMerged, formatMoney), "of all jobs, per merged pull request"],
    ["Findings fixed", totals.findingsFixed.toLocaleString(), "preexisting problems"],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {figures.map(([name, value, about]) => (
        <Paper key={name} withBorder radius="md" p="md">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text fz={24} fw={600} lh={1.3}>
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? "–" : format(value);
}
