import { useMe } from "../../frame/me-context.ts";
import type { Column } from "../../parts/data-table.tsx";

/** Adds a column with each row's organisation for readers who belong to several. */
export function useOrganisationColumn(): Column<{ organisationId: string }>[] {
  const { organisations } = useMe();
  if (organisations.length < 2) return [];
  const names = new Map(organisations.map(({ id, name }) => [id, name]));
  return [
    { head: "Organisation", cell: ({ organisationId }) => names.get(organisationId) ?? organisationId },
  ];
}
