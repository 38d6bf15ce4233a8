import type { CliStream } from "../deps.ts";
import { describeSize } from "./describe-size.ts";
import { fitWidth } from "./fit-width.ts";

const terminalMs = 120;
const logMs = 10_000;

/** Shows progress on standard error: on a terminal in a changing line, elsewhere as an occasional line. */
export function showBytes(stream: CliStream, activity: string) {
  let shownAt = stream.columns === null ? performance.now() : Number.NEGATIVE_INFINITY;
  return {
    show({ table, bytes }: { table: string; bytes: number }): void {
      const now = performance.now();
      if (now - shownAt < (stream.columns === null ? logMs : terminalMs)) return;
      shownAt = now;
      const text = `${activity} ${table}: ${describeSize(bytes)} so far`;
      if (stream.columns === null) stream.write(`${text}\n`);
      else stream.write(`\r\u001b[2K${fitWidth(text, stream.columns - 1)}`);
    },
    close(): void {
      if (stream.columns !== null) stream.write("\r\u001b[2K");
    },
  };
}
