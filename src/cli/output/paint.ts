import { styleText } from "node:util";
import type { CliStream } from "../deps.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** `text` in a style where the stream may have colour; elsewhere as it is. */
export function paint({ color }: Pick<CliStream, "color">, style: Style, text: string): string {
  return color && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}
