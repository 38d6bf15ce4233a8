import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import { showHidden } from "../../../src/text/show-hidden.ts";
import { useProject } from "./use-project.ts";
import { useProjectSearch } from "./use-project-search.ts";

type Props = Omit<SelectProps, "data" | "searchable" | "filter" | "value" | "onChange"> & {
  value: string | null;
  onChange: (projectId: string | null) => void;
};

/** A choice among all projects, however many there are. */
export function ProjectSelect({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState("");
  const { project: chosen } = useProject(value ?? undefined);
  const isName = chosen?.id === value && typed === showHidden(chosen?.name ?? "");
  const { found, hasMore, isSearching } = useProjectSearch(isName ? "" : typed);
  const others = found.filter(({ id }) => id !== value);
  const listed = chosen?.id === value && chosen !== null ? [chosen, ...others] : found;
  return (
    <Select
      label="Project"
      searchable
      openOnFocus={false}
      maxDropdownHeight={320}
      nothingFoundMessage={isSearching ? "Searching…" : "No such project"}
      {...(hasMore && { description: "Type to find more" })}
      {...props}
      data={listed.map(({ id, name }) => ({ value: id, label: showHidden(name) }))}
      onSearchChange={setTyped}
      value={value}
      onChange={(id) => onChange(id)}
    />
  );
}
