import { useNavigate, useSearch } from "@tanstack/react-router";
import type { OutcomeFilters } from "../../api/outcomes.ts";
import { periodFrom } from "./period.ts";

/** As in the page's address. */
export interface OutcomeSearch {
  projectId?: string;
  /** Number of months, including this one. */
  months?: string;
}

export function useOutcomeFilters() {
  const given = useSearch({ strict: false }) as OutcomeSearch;
  const navigate = useNavigate();
  const search = { projectId: given.projectId, months: given.months ?? "6" };
  const filters: OutcomeFilters = {
    projectId: search.projectId,
    from: periodFrom(Number(search.months), new Date()),
  };
  const change = (next: OutcomeSearch) => void navigate({ to: ".", search: next as never, replace: true });
  return { filters, search, change };
}
