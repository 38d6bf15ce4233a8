import type { CliStream } from "../deps.ts";
import { fitWidth } from "./fit-width.ts";

/** Shows on a terminal what is waited for, as long as it is. */
export async function withTransientLine<T>(
  stream: CliStream,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (stream.columns === null) return await work();
  stream.write(fitWidth(text, stream.columns - 1));
  return await work().finally(() => stream.write("\r\u001b[2K"));
}
