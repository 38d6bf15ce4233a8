import { expect, test } from "vitest";
import { tokensOf } from "./tokens-of.ts";

const textsOf = (text: string) => [...tokensOf(text, ["sails"])].map((one) => one.text);

test("words of quoted phrases are no names, with quotes of another kind in them", () => {
  expect(textsOf(`sails "sails" "the sails" 'sails' "a 'sails' b" "sails`)).toEqual([
    "sails",
    "sails",
    "sails",
    "sails",
  ]);
});

test("a line of any length is read in linear time", () => {
  const started = performance.now();
  for (const piece of ['a("b c",d/e);', '"x sails",', "f(sails/a.js),", "`sails <b/sails>"])
    for (const _ of tokensOf(piece.repeat(40_000), ["sails"]));
  expect(performance.now() - started).toBeLessThan(5_000);
});
