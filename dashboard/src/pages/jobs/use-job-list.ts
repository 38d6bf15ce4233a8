import { useCallback, useEffect, useReducer, useRef } from "react";
import type { JobRecord } from "../../../../sdk/src/generated-types.ts";
import { api } from "../../api/client.ts";
import { type JobFilters, toQuery } from "./job-filters.ts";
import type { ListedJob } from "./listed-job.ts";
import { appendPage, type JobList, mergeFirstPage, type Page, replaceJobs } from "./merge-jobs.ts";

const pageSize = 100;
const lookEveryMs = 3_000;
/** Limit for active jobs beyond the first page. */
const readAloneMax = 20;

interface State {
  list: JobList<ListedJob>;
  isRead: boolean;
  isReadingMore: boolean;
  error: unknown;
}

type Change = (state: State) => State;

const start: State = { list: { jobs: [], cursor: null }, isRead: false, isReadingMore: false, error: null };

/**
 * Returns the matching jobs, newest first; looks for news while the page is visible, and loads further pages
 * on request.
 */
export function useJobList(filters: JobFilters) {
  const [state, change] = useReducer((known: State, by: Change) => by(known), start);
  const current = useRef(state);
  current.current = state;
  const query = toQuery(filters, { limit: pageSize });
  const reading = useRef<AbortController | null>(null);

  const look = useCallback(
    async (signal: AbortSignal) => {
      try {
        const page = await readPage(query, signal);
        change((known) => ({
          ...known,
          isRead: true,
          error: null,
          list: mergeFirstPage(known.list, page),
        }));
        const alone = await readActive(current.current.list.jobs, page, signal);
        if (alone.length > 0) change((known) => ({ ...known, list: replaceJobs(known.list, alone) }));
      } catch (error) {
        if (!signal.aborted) change((known) => ({ ...known, isRead: true, error }));
      }
    },
    [query],
  );

  useEffect(() => {
    const stop = new AbortController();
    reading.current = stop;
    change(() => start);
    void look(stop.signal);
    let isLooking = false;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden" || isLooking) return;
      isLooking = true;
      void look(stop.signal).finally(() => {
        isLooking = false;
      });
    }, lookEveryMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [look]);

  const readMore = useCallback(async () => {
    const { list, isReadingMore } = current.current;
    const signal = reading.current?.signal;
    if (list.cursor === null || isReadingMore || signal === undefined) return;
    change((known) => ({ ...known, isReadingMore: true }));
    try {
      const page = await readPage(`${query}&cursor=${encodeURIComponent(list.cursor)}`, signal);
      change((known) => ({ ...known, isReadingMore: false, list: appendPage(known.list, page) }));
    } catch (error) {
      if (!signal.aborted) change((known) => ({ ...known, isReadingMore: false, error }));
    }
  }, [query]);

  return { ...state, readMore };
}

async function readPage(query: string, signal: AbortSignal): Promise<Page<ListedJob>> {
  return await api.get(`/v2/manage/jobs?${query}`, { signal });
}

/** Reloads jobs further down that were active when they were loaded. */
async function readActive(
  jobs: readonly ListedJob[],
  page: Page<ListedJob>,
  signal: AbortSignal,
): Promise<JobRecord[]> {
  const ids = new Set(page.data.map(({ id }) => id));
  const active = jobs.filter(({ id, status }) => status === "active" && !ids.has(id)).slice(0, readAloneMax);
  const read = await Promise.allSettled(
    active.map(({ projectId, id }) =>
      api.get<JobRecord>(`/v2/agent/${encodeURIComponent(projectId)}/job/${id}`, { signal }),
    ),
  );
  return read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
