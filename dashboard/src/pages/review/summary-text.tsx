import { useResizeObserver } from "@mantine/hooks";
import { Fragment, useState } from "react";
import { showHidden } from "../../../../src/text/show-hidden.ts";
import { UnfoldButton } from "../../parts/unfold-button.tsx";
import classes from "./review-page.module.css";
import { toSummaryBlocks, toTextParts } from "./summary-blocks.ts";

/** Six lines; a seventh line is shown instead of a button for it. */
const foldedPx = 150;

/** Shows the agent's summary, folded if it is long. The browser treats none of it as markup. */
export function SummaryText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const [content, { height }] = useResizeObserver();
  const isLong = height > foldedPx + 30;
  return (
    <div className={classes.summary}>
      <div className={classes.summaryFold} data-folded={isLong && !isWhole}>
        <div ref={content}>
          {toSummaryBlocks(text).map((block) =>
            block.kind === "text" ? (
              <p key={block.text}>
                <Words text={block.text} />
              </p>
            ) : (
              <ul key={block.items.join("\n")}>
                {block.items.map((item) => (
                  <li key={item}>
                    <Words text={item} />
                  </li>
                ))}
              </ul>
            ),
          )}
        </div>
      </div>
      {isLong && (
        <UnfoldButton
          isOpen={isWhole}
          onToggle={setWhole}
          labels={{ show: "Show the whole summary", hide: "Show less" }}
        />
      )}
    </div>
  );
}

function Words({ text }: { text: string }) {
  return toTextParts(text).map(({ text: part, kind }, index) => {
    const Part = { plain: Fragment, code: "code", strong: "strong" }[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
    return <Part key={index}>{showHidden(part)}</Part>;
  });
}
