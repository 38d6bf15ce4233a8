import { callsPerStepMax, noAnswer, type Steps, type ToolAnswer, type ToolCall } from "./chore.ts";

/** The part of a longer list that one result shows. */
export interface ListWindow<Item> {
  items: Item[];
  /** Length of the whole list. */
  total: number;
}

export interface ListSource<Item> {
  /**
   * `offset` counts from 0; `limit` is the number of items still missing there, for tools that take a limit.
   */
  call(offset: number, limit: number | null): ToolCall;
  /** Null if the call has failed, or its result is of another kind. */
  take(answer: ToolAnswer, offset: number): ListWindow<Item> | null;
}

/** A list that comes in windows. After the first window the others are requested in parallel. */
export interface Gathering<Item> {
  source: ListSource<Item>;
  items: (Item | undefined)[];
  total: number | null;
  windowSize: number;
  failure: ToolAnswer | null;
}

export function createGathering<Item>(source: ListSource<Item>): Gathering<Item> {
  return { source, items: [], total: null, windowSize: 1, failure: null };
}

export function isComplete<Item>(gathering: Gathering<Item>): boolean {
  if (gathering.failure !== null) return true;
  return gathering.total !== null && nextMissing(gathering, 0) === gathering.total;
}

interface WindowRequest {
  offset: number;
  call: ToolCall;
}

/** Returns the next calls to make, at most `max`; none if the list is complete. */
export function nextRequests<Item>(gathering: Gathering<Item>, max: number): WindowRequest[] {
  const { source, total, windowSize } = gathering;
  if (gathering.failure !== null || max <= 0) return [];
  if (total === null) return [{ offset: 0, call: source.call(0, null) }];
  const requests: WindowRequest[] = [];
  let offset = nextMissing(gathering, 0);
  while (offset < total && requests.length < max) {
    let end = offset + 1;
    while (end < total && end - offset < windowSize && gathering.items[end] === undefined) end += 1;
    requests.push({ offset, call: source.call(offset, end - offset) });
    offset = nextMissing(gathering, end);
  }
  return requests;
}

export function acceptResult<Item>(gathering: Gathering<Item>, offset: number, answer: ToolAnswer): void {
  const window = gathering.source.take(answer, offset);
  const isLost = window !== null && window.items.length === 0 && offset < window.total;
  if (window === null || isLost) {
    gathering.failure ??= answer;
    return;
  }
  if (gathering.total === null) gathering.windowSize = Math.max(1, window.items.length);
  gathering.total = window.total;
  for (const [index, item] of window.items.entries()) gathering.items[offset + index] ??= item;
}

function nextMissing<Item>(gathering: Gathering<Item>, from: number): number {
  let at = from;
  while (at < (gathering.total ?? 0) && gathering.items[at] !== undefined) at += 1;
  return at;
}

/** Returns the whole list, or the failed result. */
export function* gatherAll<Item>(
  source: ListSource<Item>,
): Steps<{ items: Item[]; failure: ToolAnswer | null }> {
  const gathering = createGathering(source);
  while (!isComplete(gathering)) {
    const requests = nextRequests(gathering, callsPerStepMax);
    const answers = yield requests.map((request) => request.call);
    for (const [index, request] of requests.entries()) {
      acceptResult(gathering, request.offset, answers[index] ?? noAnswer);
    }
  }
  const items = gathering.failure === null ? (gathering.items as Item[]) : [];
  return { items: items.slice(0, gathering.total ?? 0), failure: gathering.failure };
}
