import { Group, Select } from "@mantine/core";
import { ProjectSelect } from "../../frame/project-select.tsx";
import type { OutcomeSearch } from "./use-outcome-filters.ts";

const periods = [
  { value: "1", label: "This month" },
  { value: "3", label: "3 months" },
  { value: "6", label: "6 months" },
  { value: "12", label: "12 months" },
];

export function OutcomeFilterBar({
  search,
  onChange,
}: {
  search: OutcomeSearch;
  onChange: (search: OutcomeSearch) => void;
}) {
  return (
    <Group gap="sm" role="search" aria-label="Filters">
      <ProjectSelect
        placeholder="All projects"
        clearable
        value={search.projectId ?? null}
        onChange={(projectId) => onChange({ ...search, projectId: projectId ?? undefined })}
      />
      <Select
        label="Period"
        data={periods}
        value={search.months ?? "6"}
        allowDeselect={false}
        w={150}
        onChange={(months) => onChange({ ...search, months: months ?? undefined })}
      />
    </Group>
  );
}
