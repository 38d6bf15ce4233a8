import { z } from "zod";

/**
 * A token that goes into a request header. White space around it, as copying often adds, is removed;
 * anything else that a header field cannot carry (RFC 9110, section 5.5) is refused here, where it is
 * entered, not when the first request fails.
 */
export const headerToken = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(65_536)
  .regex(
    /^[\x21-\x7e]*$/,
    "must have only printable ASCII characters and no spaces: copy the whole token again",
  );
