import { type DiffFile, parseUnifiedDiff } from "../../diff/parse-unified-diff.ts";
import type { EventData } from "../../jobs/events.ts";
import type { PullRequestRow } from "../../store/pull-requests/pull-request-row.ts";
import { type Html, html, nothing } from "./html.ts";
import { renderChecks } from "./render-checks.ts";
import { renderDescription, renderFoldedDescription } from "./render-description.ts";
import { renderCounts, renderFileList, renderFiles } from "./render-diff.ts";

export interface PullPage {
  pull: PullRequestRow;
  projectName: string;
  /** The data of the event of its checks. */
  checks: EventData<"checks"> | null;
}

/** What a pull request's page shows, without its frame. Whatever is long stands folded above the diff. */
export function renderPullPage({ pull, projectName, checks }: PullPage): Html {
  const files = parseUnifiedDiff(pull.patch);
  // Links of pages are relative, so that they hold below any prefix of the public URL.
  const diffUrl = `${pull.number}/diff`;
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">${projectName}</span></header>
<main>
${renderHead(pull)}
<section class="card description" aria-label="Description">${renderFoldedDescription(pull.body)}</section>
${renderChecks(pull.checks, checks)}
<section aria-labelledby="files">
<div class="bar"><h2 id="files">${countFiles(files.length)}</h2>${renderCounts(sumCounts(files))}<a class="diff" href="${diffUrl}">Diff file</a></div>
${files.length > 1 ? renderFileList(files) : nothing}
${files.length === 0 ? html`<p class="card note">No file was changed.</p>` : renderFiles(files, diffUrl)}
</section>
${renderComments(pull.comments)}
${pull.state === "open" ? renderNextStep(pull) : nothing}
</main>`;
}

function renderHead(pull: PullRequestRow): Html {
  const state = pull.state === "open" && pull.draft ? "draft" : pull.state;
  const commits = `${pull.base_commit.slice(0, 10)} … ${pull.head_commit.slice(0, 10)}`;
  return html`
<h1>${pull.title} <span class="number">#${pull.number}</span></h1>
<p class="facts"><span class="state ${state}">${capitalize(state)}</span>
<span class="branches"><code>${pull.branch}</code> <span class="arrow" title="into">→</span> <code>${pull.base_ref}</code></span>
<span class="commits" title="Base and head commit"><code>${commits}</code></span>
<span>${renderTime(pull.created_at)}</span></p>`;
}

function renderComments(comments: PullRequestRow["comments"]): Html {
  const said = Object.values(comments).sort((one, other) => one.at.localeCompare(other.at));
  if (said.length === 0) return nothing;
  return html`<section aria-labelledby="comments"><h2 id="comments">Comments</h2>
${said.map(({ body, at }) => html`<article class="card description">${renderTime(new Date(at))}${renderDescription(body)}</article>`)}</section>`;
}

function renderTime(at: Date): Html {
  const text = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return html`<time datetime="${at.toISOString()}">${text.format(at)} UTC</time>`;
}

function renderNextStep({ branch, base_ref, compare_url }: PullRequestRow): Html {
  const offered =
    compare_url === null
      ? nothing
      : html`<p>Or on the git server: <a href="${compare_url}" rel="noreferrer nofollow">${compare_url}</a></p>`;
  return html`<section class="card next" aria-labelledby="next"><h2 id="next">Merge the branch</h2>
<p>The branch is in the repository. To bring it into <code>${base_ref}</code>:</p>
<pre><code>git switch ${base_ref}
git merge ${branch}</code></pre>${offered}</section>`;
}

function countFiles(count: number): string {
  return count === 1 ? "1 file changed" : `${count} files changed`;
}

function sumCounts(files: DiffFile[]): { added: number; deleted: number } {
  return files.reduce(
    (sum, file) => ({ added: sum.added + file.added, deleted: sum.deleted + file.deleted }),
    { added: 0, deleted: 0 },
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
