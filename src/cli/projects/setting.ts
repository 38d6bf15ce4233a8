import { InvalidArgumentError } from "commander";

/** Value of an option: null removes the setting, undefined leaves it. */
export type Setting<T> = T | null | undefined;

/** Stands for "none" during parsing: the parser takes null for a missing argument. */
const none = Object.freeze({});

/** Wraps an option's parser to accept "none", which `settle` then resolves. */
export function orNone<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => (text === "none" ? (none as T) : parse(text));
}

/** Returns the options, with null where "none" was given. */
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
