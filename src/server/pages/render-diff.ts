import type { TextPart } from "../../diff/mark-changes.ts";
import { markLines } from "../../diff/mark-lines.ts";
import type { DiffFile, DiffHunk, DiffLine } from "../../diff/parse-unified-diff.ts";
import { type Html, html, nothing } from "./html.ts";

// A patch of 1 MiB can have half a million lines; a page with all of them would stop the browser.
const linesMax = 20_000;

/** The names of the files with their counts; folded, so that the first screen has the beginning of the diff. */
export function renderFileList(files: DiffFile[]): Html {
  return html`<details class="list"><summary>List of files</summary><nav aria-label="Changed files"><ul class="files">${files.map(renderEntry)}</ul></nav></details>`;
}

/** The files of a diff as tables of lines; what is over the limit is left to the diff file. */
export function renderFiles(files: DiffFile[], diffUrl: string): Html {
  let left = linesMax;
  const sections = files.map((file, index) => {
    const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    const section = renderFile(file, index, lines <= left ? null : diffUrl);
    left -= Math.min(left, lines);
    return section;
  });
  return html`${sections}`;
}

function renderEntry(file: DiffFile, index: number): Html {
  return html`<li><a href="#file-${index + 1}">${renderPath(file)}</a>${renderCounts(file)}</li>`;
}

export function renderCounts({ added, deleted }: { added: number; deleted: number }): Html {
  return html`<span class="counts"><span class="plus">+${added}</span> <span class="minus">−${deleted}</span></span>`;
}

function renderPath({ oldPath, newPath, status }: DiffFile): Html {
  if (oldPath === newPath || status === "added") return html`<span class="path">${newPath}</span>`;
  if (status === "deleted") return html`<span class="path">${oldPath}</span>`;
  return html`<span class="path">${oldPath} <span class="arrow">→</span> ${newPath}</span>`;
}

function renderFile(file: DiffFile, index: number, diffUrl: string | null): Html {
  const notes = describeFile(file).map((note) => html` <span class="tag">${note}</span>`);
  return html`
<details class="file" id="file-${index + 1}" open>
<summary>${renderPath(file)}${notes}${renderCounts(file)}</summary>
${diffUrl === null ? renderBody(file) : html`<p class="note">Too long to show here. It is in <a href="${diffUrl}">the diff file</a>.</p>`}
</details>`;
}

function describeFile({ status, modeChange, binary }: DiffFile): string[] {
  const words = { added: "new", deleted: "deleted", renamed: "renamed", copied: "copied", modified: "" };
  return [words[status], binary ? "binary" : "", modeChange === null ? "" : `mode ${modeChange}`].filter(
    (note) => note !== "",
  );
}

function renderBody(file: DiffFile): Html {
  if (file.binary) return html`<p class="note">Binary content is not shown.</p>`;
  if (file.hunks.length === 0) return html`<p class="note">No line was changed.</p>`;
  const keepReturns = hasMixedLineEndings(file);
  return html`<table>${file.hunks.map((hunk) => renderHunk(hunk, keepReturns))}</table>`;
}

/** The return of a CRLF file is noise on every line, unless line endings are what changed. */
function hasMixedLineEndings(file: DiffFile): boolean {
  const changed = file.hunks
    .flatMap(({ lines }) => lines)
    .filter(({ kind }) => kind === "added" || kind === "deleted");
  return changed.some(({ text }) => text.endsWith("\r")) && changed.some(({ text }) => !text.endsWith("\r"));
}

function renderHunk(hunk: DiffHunk, keepReturns: boolean): Html {
  const marks = markLines(hunk.lines);
  const rows = hunk.lines.map((line) => renderLine(line, marks.get(line), keepReturns));
  return html`<tbody><tr class="hunk"><td colspan="3">Line ${Math.max(hunk.newStart, 1)}${
    hunk.section === "" ? nothing : html` · ${hunk.section}`
  }</td></tr>${rows}</tbody>`;
}

const rowClasses = { context: "context", added: "added", deleted: "deleted", note: "eof" };

function renderLine(line: DiffLine, parts: TextPart[] | undefined, keepReturns: boolean): Html {
  const text = keepReturns ? line.text : line.text.replace(/\r$/, "");
  const content =
    parts === undefined || keepReturns
      ? html`${text}`
      : html`${parts.map((part) => renderPart({ ...part, text: part.text.replace(/\r$/, "") }))}`;
  return html`<tr class="${rowClasses[line.kind]}">${renderNumber(line.oldNumber)}${renderNumber(line.newNumber)}<td>${content}</td></tr>`;
}

function renderPart({ text, changed }: TextPart): Html {
  return changed ? html`<mark>${text}</mark>` : html`${text}`;
}

function renderNumber(number: number | null): Html {
  return number === null ? html`<td></td>` : html`<td data-line="${number}"></td>`;
}
