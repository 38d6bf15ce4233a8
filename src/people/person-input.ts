import { z } from "zod";
import { nameText, plainText } from "../schemas/plain-text.ts";

export const personName = nameText({ max: 100 });

/** In lower case, as it is stored: nobody means two people by `Docs@` and `docs@`. */
export const emailAddress = z
  .email({ error: "must be an e-mail address" })
  .max(254)
  .transform((text) => text.toLowerCase());

const passwordMin = 10;
// What is longer costs the hash more than it adds.
export const passwordMax = 128;

export const newPassword = plainText({ min: passwordMin, max: passwordMax }).refine(
  (text) => text.length >= passwordMin,
  `must have at least ${passwordMin} characters`,
);

/** What a link ends with. */
export const linkToken = plainText({ max: 200 });
