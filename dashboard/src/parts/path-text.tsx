import { Fragment } from "react";
import { showHidden } from "../../../src/text/show-hidden.ts";

/** A path that may break after its slashes. */
export function PathText({ path }: { path: string }) {
  let at = 0;
  return showHidden(path)
    .split(/(?<=\/)/)
    .map((part) => {
      at += part.length;
      return (
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      );
    });
}
