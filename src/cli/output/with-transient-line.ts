import type { CliStream } from "../deps.ts";
import { fitWidth } from "./fit-width.ts";

/** Shows a line on a terminal while the work lasts. */
export async function withTransientLine<T>(
  stream: CliStream,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stream.columns === null) return await work();
  stream.write(fitWidth(text, stream.columns - 1));
  return await work().finally(() => stream.write("\r\u001b[2K"));
}
