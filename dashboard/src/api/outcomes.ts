import type { Outcomes } from "../../../sdk/src/generated-types.ts";
import { withQuery } from "./with-query.ts";

export type OutcomeMonth = Outcomes["months"][number];
export type OutcomeAuthor = Outcomes["authors"][number];
export type { Outcomes };

export interface OutcomeFilters {
  projectId?: string;
  from?: string;
  to?: string;
}

export const outcomesPath = (filters: OutcomeFilters) => withQuery("/v2/manage/outcomes", { ...filters });
