import { expect, test } from "vitest";
import { readTranslationRequest, writeTranslationRequest } from "./translation-request.ts";

test.each([
  [writeTranslationRequest(null), { languages: null }],
  [writeTranslationRequest(["de"]), { languages: ["de"] }],
  [writeTranslationRequest(["de", "pt-BR", "zh_Hans"]), { languages: ["de", "pt-BR", "zh_Hans"] }],
  ["Bring the translations up to date: de\r\n\r\nSay du.", { languages: ["de"] }],
  [
    "Say du.\n\nBring the translations up to date: de.\n\nBring the translations up to date: fr, de.",
    { languages: ["de", "fr"] },
  ],
  ["Bring the translations up to date: de.\n\nBring the translations up to date.", { languages: null }],
  ["> Bring the translations up to date: de.", null],
  ['"Bring the translations up to date: de."', null],
  ["Bring the translations up to date: German.", null],
  ["Bring the translations up to date: ../de.", null],
  ["Bring the translations up to date and the rest too.", null],
  ["Fix broken links", null],
])("%j asks for %j", (prompt, request) => {
  expect(readTranslationRequest(prompt)).toEqual(request);
});
