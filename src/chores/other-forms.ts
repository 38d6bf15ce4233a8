import { pluralOf } from "../text/plural-of.ts";
import type { Sliced } from "../text/run-in-slices.ts";
import { stepsPerStop } from "../text/run-in-slices.ts";

/** An occurrence of the term with other capitals or in the plural. */
export interface OtherForm {
  form: string;
  at: number;
}

const letter = /[\p{L}\p{N}\p{M}_]/u;

/** Finds other forms of a term as whole words; the term itself is not one of them. */
export function* findOtherForms(text: string, term: string): Sliced<OtherForm[]> {
  const lower = text.toLowerCase();
  // A letter whose lower case is longer would shift all later positions.
  if (lower.length !== text.length || !letter.test(term.at(-1) ?? "")) return [];
  const wanted = term.toLowerCase();
  const plural = pluralOf(wanted);
  const forms = plural === null ? [wanted] : [plural, wanted];
  const stem = plural?.endsWith("ies") ? wanted.slice(0, -1) : wanted;
  const found: OtherForm[] = [];
  let count = 0;
  for (let at = lower.indexOf(stem); at >= 0; at = lower.indexOf(stem, at + 1)) {
    if (++count % stepsPerStop === 0) yield;
    if (at > 0 && letter.test(text[at - 1]!)) continue;
    const whole = forms.find(
      (form) => lower.startsWith(form, at) && !letter.test(text[at + form.length] ?? ""),
    );
    if (whole === undefined) continue;
    const form = text.slice(at, at + whole.length);
    if (form !== term) found.push({ form, at });
  }
  return found;
}

/** Returns the form's replacement: plural if the form is, and with its capitals. */
export function formOf(form: string, { old, new: now }: { old: string; new: string }): string {
  const isPlural = form.length > old.length || form.toLowerCase() === pluralOf(old.toLowerCase());
  const text = isPlural ? (pluralOf(now) ?? now) : now;
  const [first = "", ...rest] = text;
  if (form === form.toUpperCase() && form.length > 1 && old !== old.toUpperCase()) return text.toUpperCase();
  if (form === form.toLowerCase()) return text.toLowerCase();
  const isCapital = form[0] !== form[0]!.toLowerCase();
  return (isCapital ? first.toUpperCase() : first.toLowerCase()) + rest.join("");
}
