import { withQuery } from "./client.ts";

interface OutcomeFigures {
  jobs: number;
  withPullRequest: number;
  merged: number;
  closed: number;
  open: number;
  medianHoursToMerge: number | null;
  reworkTurns: number;
  costUsd: number | null;
  costPerMerged: number | null;
  findingsFixed: number;
}

export interface OutcomeMonth extends OutcomeFigures {
  /** `YYYY-MM`. */
  month: string;
}

export interface OutcomeAuthor extends OutcomeFigures {
  author: { kind: string; id: string | null; name: string | null } | null;
}

export interface Outcomes {
  months: OutcomeMonth[];
  authors: OutcomeAuthor[];
}

export interface OutcomeFilters {
  projectId?: string;
  from?: string;
  to?: string;
}

export const outcomesPath = (filters: OutcomeFilters) => withQuery("/v2/manage/outcomes", { ...filters });
