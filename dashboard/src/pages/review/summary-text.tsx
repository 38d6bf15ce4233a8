import { showHidden } from "../../../../src/text/show-hidden.ts";
import classes from "./review-page.module.css";
import { toCodeParts, toSummaryBlocks } from "./summary-blocks.ts";

/** What the agent says of its work. Nothing of it is markup to the browser. */
export function SummaryText({ text }: { text: string }) {
  return (
    <div className={classes.summary}>
      {toSummaryBlocks(text).map((block) =>
        block.kind === "text" ? (
          <p key={block.text}>
            <Code text={block.text} />
          </p>
        ) : (
          <ul key={block.items.join("\n")}>
            {block.items.map((item) => (
              <li key={item}>
                <Code text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

function Code({ text }: { text: string }) {
  return toCodeParts(text).map(({ text: part, isCode }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
    isCode ? <code key={index}>{showHidden(part)}</code> : showHidden(part),
  );
}
