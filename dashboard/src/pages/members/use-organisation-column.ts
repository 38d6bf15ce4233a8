import { useMe } from "../../frame/me-context.ts";
import type { Column } from "../../parts/data-table.tsx";

/** For readers who belong to several organisations: of which one each row is. */
export function useOrganisationColumn(): Column<{ organisationId: string }>[] {
  const { organisations } = useMe();
  if (organisations.length < 2) return [];
  const names = new Map(organisations.map(({ id, name }) => [id, name]));
  return [
    { head: "Organisation", cell: ({ organisationId }) => names.get(organisationId) ?? organisationId },
  ];
}
