import type { ReactNode } from "react";
import classes from "./spoken.module.css";

/** Text for screen readers only; sighted readers see the same in another form. */
export function Spoken({ as: Element = "span", children }: { as?: "span" | "caption"; children: ReactNode }) {
  return <Element className={classes.spoken}>{children}</Element>;
}
