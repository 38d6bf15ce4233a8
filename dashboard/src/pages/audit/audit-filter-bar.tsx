import { Autocomplete, Button, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { ProjectSelect } from "../../frame/project-select.tsx";
import type { AuditFilters } from "./audit-address.ts";
import classes from "./audit-filter-bar.module.css";

export interface AuditFilterBarProps {
  filters: AuditFilters;
  /** Actions of the entries on the page. */
  actions: readonly string[];
  onChange: (filters: AuditFilters) => void;
}

const fields = [
  { name: "author", label: "Author", placeholder: "Name or ID", type: "text" },
  { name: "from", label: "From", placeholder: "", type: "date" },
  { name: "to", label: "To", placeholder: "", type: "date" },
] as const;

/** What is typed reaches the address after a moment, so that each letter is not a request. */
export function AuditFilterBar({ filters, actions, onChange }: AuditFilterBarProps) {
  const [typed, setTyped] = useState(filters);
  const send = useDebouncedCallback(onChange, 300);
  const set = (change: Partial<AuditFilters>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    send(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== "")));
  };
  const clear = () => {
    setTyped({});
    onChange({});
  };
  return (
    <search className={classes.filters} aria-label="Filters">
      <Autocomplete
        label="Action"
        placeholder="api_key.created"
        size="sm"
        data={[...actions]}
        value={typed.action ?? ""}
        onChange={(action) => set({ action })}
      />
      <ProjectSelect
        placeholder="Any project"
        size="sm"
        value={typed.projectId || null}
        clearable
        onChange={(projectId) => set({ projectId: projectId ?? "" })}
      />
      {fields.map(({ name, label, placeholder, type }) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          type={type}
          size="sm"
          value={typed[name] ?? ""}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      ))}
      <Button variant="default" disabled={Object.keys(typed).length === 0} onClick={clear}>
        Clear
      </Button>
    </search>
  );
}
