import { z } from "zod";

// For the API's description; `findProblem` does the refusing.
const withoutNul = "^[^\\u0000]*$";
const unshowable = "\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069";
const shownInLists = `^[^${unshowable}]*[^\\s${unshowable}][^${unshowable}]*$`;
export const notBlank = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";

/**
 * A string that can be stored and shown: well-formed Unicode, no NUL, not only white space. `max` counts
 * Unicode code points, as JSON Schema does, so that an emoji is one character.
 */
export function plainText(limits: { min?: number; max: number }) {
  return storedText(limits, () => null);
}

/** A name as lists show it: one line without characters that reorder it. */
export function nameText(limits: { max: number }) {
  return storedText(limits, (text) =>
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
      ? "must not contain line breaks, control characters or changes of direction"
      : null,
  ).meta({ pattern: shownInLists });
}

function storedText(limits: { min?: number; max: number }, findMore: (text: string) => string | null) {
  const min = limits.min ?? 1;
  return z
    .string({ error: "must be a string" })
    .superRefine((text, context) => {
      const problem = findProblem(text, min, limits.max) ?? findMore(text);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    })
    .meta({ minLength: min, maxLength: limits.max, pattern: min > 0 ? notBlank : withoutNul });
}

function findProblem(text: string, min: number, max: number): string | null {
  if (!text.isWellFormed()) return "must be well-formed Unicode (it has half of a surrogate pair)";
  if (text.includes("\0")) return "must not contain the NUL character";
  if (min > 0 && text.trim() === "") return "must not be empty or blank";
  if (isLongerThan(text, max)) return `must have at most ${max.toLocaleString("en")} characters`;
  return null;
}

function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1;
  }
  return count > max;
}
