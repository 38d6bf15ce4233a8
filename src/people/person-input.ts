import { z } from "zod";
import { nameText, plainText } from "../schemas/plain-text.ts";

export const personName = nameText({ max: 100 });

/** Lower-cased, as stored: `Docs@` and `docs@` mean the same person. */
export const emailAddress = z
  .email({ error: "must be an e-mail address" })
  .max(254)
  .transform((text) => text.toLowerCase());

const passwordMin = 10;
// Longer passwords cost more hashing than they add in security.
export const passwordMax = 128;

export const newPassword = plainText({ min: passwordMin, max: passwordMax }).refine(
  (text) => text.length >= passwordMin,
  `must have at least ${passwordMin} characters`,
);

/** Token at the end of a link. */
export const linkToken = plainText({ max: 200 });
