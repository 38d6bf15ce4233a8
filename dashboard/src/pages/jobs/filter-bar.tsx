import { ActionIcon, Button, Chip, Group, Indicator, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { FilterIcon, QuestionIcon, SearchIcon, XIcon } from "@primer/octicons-react";
import { type RefObject, useEffect, useState } from "react";
import { ProjectSelect } from "../../frame/project-select.tsx";
import { findRangeFault } from "../../parts/find-range-fault.ts";
import classes from "./filter-bar.module.css";
import { countFilters, type JobFilters, pullRequestStates, statuses } from "./job-filters.ts";
import { reasonNames } from "./reason-names.ts";

interface Props {
  filters: JobFilters;
  onChange: (filters: JobFilters) => void;
  searchField: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}

const typingMs = 300;

/** Filters of the list. Words are applied when typing pauses, everything else at once. */
export function FilterBar({ filters, onChange, searchField, onHelp }: Props) {
  const others = countFilters({ ...filters, q: undefined, status: undefined });
  return (
    <div className={classes.bar}>
      <WordField
        label="Search"
        hideLabel
        placeholder="Search prompts and titles"
        value={filters.q}
        onChange={(q) => onChange({ ...filters, q })}
        field={searchField}
      />
      <Chip.Group
        multiple
        value={filters.status ?? []}
        onChange={(status) => onChange({ ...filters, status: status.length === 0 ? undefined : status })}
      >
        <Group gap={6} role="group" aria-label="Status">
          {statuses.map((status) => (
            <Chip key={status} value={status} size="sm" variant="outline">
              {capitalize(status)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Popover position="bottom-end" width={340} trapFocus shadow="md">
        <Indicator disabled={others === 0} label={others} size={18}>
          <Popover.Target>
            <Button variant="default" size="sm" leftSection={<FilterIcon />}>
              Filters
            </Button>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown aria-label="Filters">
          <FilterFields filters={filters} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {countFilters(filters) > 0 && (
        <Button variant="subtle" size="sm" leftSection={<XIcon />} onClick={() => onChange({})}>
          Clear
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Keys" onClick={onHelp} visibleFrom="sm">
        <QuestionIcon />
      </ActionIcon>
    </div>
  );
}

function FilterFields({ filters, onChange }: Pick<Props, "filters" | "onChange">) {
  const set = (change: Partial<JobFilters>) => onChange({ ...filters, ...change });
  return (
    <Stack gap="xs">
      <ProjectSelect
        placeholder="All"
        clearable
        comboboxProps={{ withinPortal: false }}
        value={filters.project ?? null}
        onChange={(project) => set({ project: project ?? undefined })}
      />
      <Select
        label="Reason"
        placeholder="Any"
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
        data={Object.entries(reasonNames).map(([value, label]) => ({ value, label }))}
        value={filters.reason ?? null}
        onChange={(reason) => set({ reason: reason ?? undefined })}
      />
      <Select
        label="Pull request"
        placeholder="Any"
        clearable
        comboboxProps={{ withinPortal: false }}
        data={pullRequestStates.map((state) => ({ value: state, label: capitalize(state) }))}
        value={filters.pullRequest ?? null}
        onChange={(pullRequest) => set({ pullRequest: pullRequest ?? undefined })}
      />
      {(["topic", "author", "model", "ref", "label"] as const).map((name) => (
        <WordField
          key={name}
          label={wordLabels[name]}
          value={filters[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <Group grow gap="xs">
        <TextInput
          type="date"
          label="From"
          value={filters.from ?? ""}
          onChange={({ currentTarget: { value } }) => set({ from: value || undefined })}
        />
        <TextInput
          type="date"
          label="To"
          value={filters.to ?? ""}
          error={findRangeFault(filters)?.message}
          onChange={({ currentTarget: { value } }) => set({ to: value || undefined })}
        />
      </Group>
    </Stack>
  );
}

const wordLabels = { topic: "Topic", author: "Author", model: "Model", ref: "Base branch", label: "Label" };

function WordField({
  label,
  hideLabel = false,
  placeholder,
  value = "",
  onChange,
  field,
}: {
  label: string;
  hideLabel?: boolean;
  placeholder?: string;
  value?: string | undefined;
  onChange: (value: string | undefined) => void;
  field?: RefObject<HTMLInputElement | null>;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), typingMs);
  return (
    <TextInput
      ref={field}
      className={hideLabel ? classes.search : undefined}
      {...(hideLabel ? { "aria-label": label, leftSection: <SearchIcon /> } : { label })}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget: { value: next } }) => {
        setText(next);
        apply(next);
      }}
      onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
    />
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
