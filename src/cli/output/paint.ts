import { styleText } from "node:util";
import type { CliStream } from "../deps.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Styles `text` if the stream may have colour; otherwise returns it unchanged. */
export function paint({ color }: Pick<CliStream, "color">, style: Style, text: string): string {
  return color && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}
