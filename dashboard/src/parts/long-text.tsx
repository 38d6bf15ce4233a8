import { Text } from "@mantine/core";
import { useState } from "react";
import classes from "./long-text.module.css";
import { UnfoldButton } from "./unfold-button.tsx";

const linesShown = 3;
const charactersShown = 280;

/** Shows the beginning of a long text, and all of it on request. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > charactersShown || text.split("\n").length > linesShown;
  return (
    <div>
      <Text size="sm" className={classes.text} lineClamp={isLong && !isWhole ? linesShown : undefined}>
        {text}
      </Text>
      {isLong && (
        <UnfoldButton
          isOpen={isWhole}
          onToggle={setWhole}
          labels={{ show: "Show all of it", hide: "Show less" }}
        />
      )}
    </div>
  );
}
