import { slug } from "github-slugger";
import { expect, it } from "vitest";
import { slugHeading } from "./slug-heading.ts";

it("makes ids as GitHub's own slugger does, of all characters that its short way reads", () => {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  for (const one of characters)
    for (const text of [one, `A${one}b ${one}`, ` ${one}${one}-_C`])
      expect(slugHeading(text, "github")).toBe(slug(text));
  expect(slugHeading("Über İt’s", "github")).toBe(slug("Über İt’s"));
});

/** Recorded from `@sindresorhus/slugify` 3.0.0, with and without `decamelize`. */
it.each([
  ["Options for serviceNavigation object", "options-for-service-navigation-object"],
  ["HTMLPage APIs and URLs", "html-page-apis-and-urls", "htmlpage-apis-and-urls"],
  ["Q&A notes", "q-and-a-notes", "q-and-a-notes"],
  ["What's new, don't", "whats-new-dont", "whats-new-dont"],
  ["parseJSON2Text", "parse-json-2-text", "parsejson2text"],
  ["XMLHttpRequest", "xml-http-request", "xmlhttprequest"],
  ["ID3 tags, foo_bar and v2Beta", "id-3-tags-foo-bar-and-v2-beta", "id3-tags-foo-bar-and-v2beta"],
  ["node18Support ES2020x", "node18-support-es-2020x", "node18support-es2020x"],
])("makes ids of %s as slugify does", (text, words, plain = words.replace("service-n", "servicen")) => {
  expect(slugHeading(text, "slugify-words")).toBe(words);
  expect(slugHeading(text, "slugify")).toBe(plain);
});

it("keeps every sign but white space, as sites do that replace only that", () => {
  expect(slugHeading("It’s done,  (non-global) - now", "spaces")).toBe("it’s-done,-(non-global)-now");
});
