import { showHidden } from "../../../../src/text/show-hidden.ts";
import { Spoken } from "../../parts/spoken.tsx";
import classes from "./edit-diff.module.css";
import type { EditPreview } from "./edit-previews.ts";

const spoken = { "+": "added: ", "-": "removed: ", " ": "" };

/** Shows the few lines that an edit concerns. */
export function EditDiff({ place }: { place: EditPreview }) {
  return (
    <figure className={classes.place} aria-label={`Change in ${showHidden(place.path)}`}>
      {place.lines.map(({ kind, parts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <div key={index} className={classes.line} data-kind={kind}>
          <span className={classes.sign} aria-hidden="true">
            {kind}
          </span>
          <Spoken>{spoken[kind]}</Spoken>
          <span className={classes.text}>
            {parts.map(({ text, changed }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
              changed ? <mark key={at}>{showHidden(text)}</mark> : showHidden(text),
            )}
          </span>
        </div>
      ))}
      {place.more > 0 && <div className={classes.more}>… and {place.more.toLocaleString()} more lines</div>}
    </figure>
  );
}
