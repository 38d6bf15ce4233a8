import type { Sliced } from "../text/run-in-slices.ts";
import type { PageLink, Span } from "./page-scan.ts";
import { addSpan, createPageState, lineIndexAt, type PageState } from "./page-state.ts";
import { readFence, readPrefix, trimLineEnd } from "./read-line.ts";
import { scanBlocks } from "./scan-blocks.ts";

/** Directives of MyST whose content is Markdown, and the fences of mdbook-admonish. */
const textFence =
  /^[`~]{3,}[ \t]*(?:\{(?:note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|todo|(?:version(?:added|changed|removed)|deprecated)|dropdown|card(?:-\w+)?|grid(?:-[\w-]+)?|tab-(?:set|item)|(?:group-)?tab|tabs|details|collapse|toggle|compound|pull-quote|highlights|table|sidebar|margin|aside|div|container|topic|epigraph|figure|list-table|glossary|only|exercise|solution|prf:\w+)\}|(admonish)(?![\w-]))/;
const admonitionId = /[ ,]id="([^"\n]{1,200})"/;
const openingMax = 80;
/** Deeper ones stay code: each level reads its text again. */
const depthMax = 4;

/** Reads the content of fences that are no code, where the page has any. */
export function* scanTextFences(state: PageState, depth = 0): Sliced<void> {
  if (state.mdx || depth >= depthMax) return;
  const isText = ({ kind, start }: Span) =>
    kind === "code-block" && textFence.test(state.text.slice(start, start + openingMax));
  const fences = state.spans.filter(isText);
  if (fences.length === 0) return;
  state.spans = state.spans.filter((span) => !isText(span));
  for (const fence of fences) yield* scanFenceContent(state, fence, depth);
  state.headings.sort((a, b) => a.start - b.start);
}

function* scanFenceContent(state: PageState, fence: Span, depth: number): Sliced<void> {
  const { text, lineStarts } = state;
  const first = lineIndexAt(lineStarts, fence.start);
  const last = lineIndexAt(lineStarts, fence.end - 1);
  const from = lineStarts[skipOptions(state, first + 1, last)] ?? fence.end;
  const closing = lineStarts[last]!;
  const isClosed =
    last > first && readFence(text, readPrefix(text, closing, fence.end).at, fence.end) !== null;
  const to = isClosed ? closing : fence.end;
  const isMyst = textFence.exec(text.slice(fence.start, fence.start + openingMax))![1] === undefined;
  addSpan(state, "directive", fence.start, trimLineEnd(text, fence.start, Math.min(from, fence.end)));
  if (isClosed) addSpan(state, "directive", Math.max(from, closing), fence.end);
  if (from >= to) return;
  const inner = createPageState(text.slice(from, to), false);
  Object.assign(inner, { slug: state.slug, searchBudget: state.searchBudget });
  yield* scanBlocks(inner, 0, fence.start - lineStarts[first]!);
  yield* scanTextFences(inner, depth + 1);
  state.searchBudget = inner.searchBudget;
  const line = lineIndexAt(lineStarts, from);
  const shifted = <Placed extends { start: number }>(one: Placed): Placed => ({
    ...one,
    start: one.start + from,
  });
  const moved = <Placed extends { start: number; end: number }>(one: Placed): Placed => ({
    ...shifted(one),
    end: one.end + from,
  });
  state.spans.push(...inner.spans.map(moved));
  state.brackets.push(...inner.brackets.map(moved));
  for (const label of inner.labels) state.labels.add(label);
  const fenceOf = isMyst ? "myst" : "admonish";
  const placed = (link: PageLink): PageLink => ({ ...moved(link), line: link.line + line, inFence: fenceOf });
  state.links.push(...inner.links.map(placed));
  state.anchors.push(...inner.anchors);
  const id = isMyst ? undefined : admonitionId.exec(text.slice(fence.start, from))?.[1];
  if (id !== undefined) state.anchors.push(id);
  // Headings in directives of MyST are no sections, and have no ids.
  if (!isMyst)
    state.headings.push(...inner.headings.map((one) => ({ ...shifted(one), line: one.line + line })));
}

/** Returns the line after the directive's options, which are lines (`:name: x`) or YAML between dashes. */
function skipOptions({ text, lineStarts }: PageState, from: number, to: number): number {
  const lineAt = (line: number) => text.slice(lineStarts[line], lineStarts[line + 1]).trim();
  let line = from;
  if (line < to && lineAt(line) === "---") {
    for (let close = line + 1; close < to; close += 1) if (lineAt(close) === "---") return close + 1;
    return line;
  }
  while (line < to && /^:[\w-]+:/.test(lineAt(line))) line += 1;
  return line;
}
