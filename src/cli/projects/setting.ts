import { InvalidArgumentError } from "commander";

/** What an option sets: null takes the setting away, undefined leaves it. */
export type Setting<T> = T | null | undefined;

/** Stands for "none" while the command line is read: the parser takes a null for a missing argument. */
const none = Object.freeze({});

/** Wraps the parser of an option so that "none" is understood by `settle`. */
export function orNone<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => (text === "none" ? (none as T) : parse(text));
}

/** The options with null where "none" was given. */
export function settle<T extends object>(options: T): T {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, value === none ? null : value]),
  ) as T;
}

export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('It must be a number or "none".');
}
