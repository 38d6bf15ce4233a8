import { Group, Select } from "@mantine/core";
import { useProject } from "../../frame/use-project.ts";
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
  const { projects } = useProject();
  return (
    <Group gap="sm" role="search" aria-label="Filters">
      <Select
        label="Project"
        data={[
          { value: "", label: "All projects" },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={search.projectId ?? ""}
        allowDeselect={false}
        onChange={(projectId) => onChange({ ...search, projectId: projectId || undefined })}
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
