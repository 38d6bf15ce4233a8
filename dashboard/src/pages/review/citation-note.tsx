import { showHidden } from "../../../../src/text/show-hidden.ts";
import classes from "./citation-note.module.css";
import { nameLines } from "./places.ts";
import type { ReviewCitation } from "./review-types.ts";

/** The source of a changed paragraph: the place in a context repository, with its lines. */
export function CitationNote({ citation }: { citation: ReviewCitation }) {
  const { line, text, source, quote } = citation;
  const isPrompt = source === "prompt";
  const label = line === null ? "Citation" : `Citation for line ${line}`;
  return (
    <article className={classes.citation} aria-label={label}>
      {line === null && <p className={classes.paragraph}>“{showHidden(text)}”</p>}
      {quote === null ? (
        <p className={classes.place}>{isPrompt ? "Rests on the prompt" : <Where citation={citation} />}</p>
      ) : (
        <details>
          <summary className={classes.place}>
            <Where citation={citation} />
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className={classes.quote} tabIndex={0}>
            {showHidden(quote)}
          </pre>
        </details>
      )}
    </article>
  );
}

function Where({ citation: { source, commit, file, startLine, endLine, identifier } }: CitationNoteProps) {
  const lines = startLine === null ? "" : `, ${nameLines(startLine, endLine ?? startLine)}`;
  return (
    <>
      Rests on <b>{showHidden(source)}</b> <code>{showHidden(file ?? "")}</code>
      {lines}
      {identifier !== null && (
        <>
          {": "}
          <code>{showHidden(identifier)}</code>
        </>
      )}
      {commit !== null && <span className={classes.commit}> at {commit.slice(0, 10)}</span>}
    </>
  );
}

type CitationNoteProps = Parameters<typeof CitationNote>[0];
