import { Box, Code } from "@mantine/core";
import classes from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  code: string;
  /** Description of the code, for screen readers and for the copy button. */
  label: string;
}

/** Code with a button that copies it; wide lines scroll inside, also by keyboard. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <Box className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <Code block className={classes.code}>
          {code}
        </Code>
      </section>
      <Box className={classes.copy}>
        <CopyButton value={code} name={`${label}`} />
      </Box>
    </Box>
  );
}
