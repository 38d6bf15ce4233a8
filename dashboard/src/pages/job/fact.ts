/** One line about an action of the service, with optional details below it. */
export interface FactItem {
  type: "fact";
  seq: number;
  at: string;
  tone: "plain" | "good" | "bad" | "warning";
  text: string;
  detail?: string;
}

export type Fact = Pick<FactItem, "tone" | "text" | "detail">;

export const plain = (text: string, detail?: string | null): Fact => ({
  tone: "plain",
  text,
  ...(detail != null && detail !== "" && { detail }),
});

export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
