import type { ReactNode } from "react";
import classes from "./page-body.module.css";

/** Content width of a page: `text` for reading and forms, `wide` for tables, `full` for all of it. */
export function PageBody({
  children,
  width = "wide",
}: {
  children: ReactNode;
  width?: "text" | "wide" | "full";
}) {
  return (
    <div className={classes.body} data-width={width}>
      {children}
    </div>
  );
}
