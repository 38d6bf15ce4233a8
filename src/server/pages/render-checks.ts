import type { EventData } from "../../jobs/events.ts";
import type { FindingRecord } from "../../jobs/finding-schema.ts";
import type { PullRequestRow } from "../../store/pull-requests/pull-request-row.ts";
import { type Html, html, nothing } from "./html.ts";

/** The counts of a pull request's checks, which open to the findings that are stored of them. */
export function renderChecks(counts: PullRequestRow["checks"], stored: EventData<"checks"> | null): Html {
  if (counts === null)
    return html`<section class="checks" aria-label="Checks"><p class="row"><span class="check"><strong>–</strong> The checks did not run</span></p></section>`;
  const row = html`<span class="check ${counts.new > 0 ? "bad" : "good"}"><strong>${counts.new}</strong> new ${counts.new === 1 ? "problem" : "problems"}</span>
<span class="check ${counts.fixed > 0 ? "good" : ""}"><strong>${counts.fixed}</strong> fixed</span>
<span class="check"><strong>${counts.preexisting}</strong> preexisting</span>`;
  const lists = [
    renderFindings("New", counts.new, stored?.new ?? []),
    renderFindings("Fixed", counts.fixed, stored?.fixed ?? []),
  ].filter((list) => list !== nothing);
  const unjudged = renderNotJudged(stored?.notJudged ?? []);
  if (lists.length === 0)
    return html`<section class="checks" aria-label="Checks"><p class="row">${row}</p>${unjudged}</section>`;
  const isOpen = counts.new > 0 ? html` open` : nothing;
  return html`<section class="checks" aria-label="Checks"><details${isOpen}><summary class="row">${row}</summary>${lists}</details>${unjudged}</section>`;
}

/** Next to the counts and never folded: these links are in none of them. */
function renderNotJudged(notJudged: EventData<"checks">["notJudged"]): Html {
  return notJudged.length === 0
    ? nothing
    : html`${notJudged.map(({ reason }) => html`<p class="row">${reason}</p>`)}`;
}

function renderFindings(title: string, count: number, shown: readonly FindingRecord[]): Html {
  if (count === 0 || shown.length === 0) return nothing;
  const items = shown.map(
    ({ rule, path, line, message }) =>
      html`<li><span class="path">${path}:${line}</span> <span class="tag">${rule}</span> ${message}</li>`,
  );
  const rest = count > shown.length ? html`<li>… and ${count - shown.length} more</li>` : nothing;
  return html`<h3>${title}</h3><ul class="findings">${items}${rest}</ul>`;
}
