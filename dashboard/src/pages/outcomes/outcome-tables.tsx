import type { OutcomeAuthor, OutcomeMonth } from "../../api/outcomes.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Money } from "../../parts/money.tsx";
import { authorName } from "../jobs/author-name.ts";
import { describeHours, monthLabel } from "./format-outcomes.ts";

type Figures = Omit<OutcomeMonth, "month">;

/** Columns shared by months and authors. */
const figures: readonly Column<Figures>[] = [
  { head: "Jobs", align: "right", cell: ({ jobs }) => jobs },
  { head: "Merged", align: "right", cell: ({ merged }) => merged },
  { head: "Closed", align: "right", cell: ({ closed }) => closed },
  { head: "Open", align: "right", cell: ({ open }) => open },
  {
    head: "Time to merge",
    align: "right",
    cell: ({ medianHoursToMerge }) => describeHours(medianHoursToMerge),
  },
  { head: "Rework", align: "right", cell: ({ reworkTurns }) => reworkTurns },
  { head: "Fixed", align: "right", cell: ({ findingsFixed }) => findingsFixed },
  { head: "Cost", align: "right", cell: ({ costUsd }) => <Money usd={costUsd} /> },
  { head: "Per merge", align: "right", cell: ({ costPerMerged }) => <Money usd={costPerMerged} /> },
];

export function MonthTable({ months }: { months: readonly OutcomeMonth[] }) {
  const columns: Column<OutcomeMonth>[] = [
    { head: "Month", cell: ({ month }) => monthLabel(month) },
    ...figures,
  ];
  const newestFirst = [...months].sort((one, other) => other.month.localeCompare(one.month));
  return (
    <DataTable
      isCompact
      label="Outcomes by month"
      columns={columns}
      rows={newestFirst}
      rowKey={({ month }) => month}
    />
  );
}

export function AuthorTable({ authors }: { authors: readonly OutcomeAuthor[] }) {
  const columns: Column<OutcomeAuthor>[] = [
    { head: "Author", cell: ({ author }) => (author === null ? "Not known" : authorName(author)) },
    ...figures,
  ];
  return (
    <DataTable
      isCompact
      label="Outcomes by author"
      columns={columns}
      rows={authors}
      rowKey={({ author }) => `${author?.kind} ${author?.id} ${author?.name}`}
    />
  );
}
