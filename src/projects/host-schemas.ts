import { z } from "zod";
import { hostNames } from "../schemas/hosts.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

export const hostName = z.enum(hostNames, { error: `must be one of ${hostNames.join(", ")}` });

export const hostUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2_000)
  .transform((url) => trimEndCharacters(url, "/"));
