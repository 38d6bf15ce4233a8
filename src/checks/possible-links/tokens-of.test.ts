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
