import { Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMe } from "../frame/me-context.ts";

/** Chooses the organisation in which something is created; asks only owners of several. */
export function useOrganisationField(): { chosen: { organisationId?: string }; field: ReactNode } {
  const owned = useMe().organisations.filter(({ role }) => role === "owner");
  const [id, setId] = useState(owned[0]?.id);
  if (owned.length < 2 || id === undefined) return { chosen: {}, field: null };
  const field = (
    <Select
      label="Organisation"
      data={owned.map(({ id: value, name: label }) => ({ value, label }))}
      value={id}
      allowDeselect={false}
      onChange={(next) => setId(next ?? id)}
    />
  );
  return { chosen: { organisationId: id }, field };
}
