import type { ReactNode } from "react";
import classes from "./spoken.module.css";

/** Words for those who hear the page; what they say is seen some other way. */
export function Spoken({ as: Element = "span", children }: { as?: "span" | "caption"; children: ReactNode }) {
  return <Element className={classes.spoken}>{children}</Element>;
}
