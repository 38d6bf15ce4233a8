import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { AuditFilters } from "./audit-address.ts";

export interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

const fields = [
  { name: "action", label: "Action", placeholder: "member.role_changed", type: "text" },
  { name: "author", label: "Author", placeholder: "Name or id", type: "text" },
  { name: "projectId", label: "Project", placeholder: "prj_…", type: "text" },
  { name: "from", label: "From", placeholder: "", type: "date" },
  { name: "to", label: "To", placeholder: "", type: "date" },
] as const;

/** What is typed reaches the address after a moment, so that each letter is not a request. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
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
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      {fields.map(({ name, label, placeholder, type }) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          type={type}
          size="sm"
          style={{ flex: "1 1 9rem" }}
          value={typed[name] ?? ""}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      ))}
      <Button variant="default" disabled={Object.keys(typed).length === 0} onClick={clear}>
        Clear
      </Button>
    </Group>
  );
}
