import { z } from "zod";
import { trimEndCharacters } from "../text/trim-characters.ts";
import { hostNames } from "./host-names.ts";

export const hostName = z.enum(hostNames, { error: `must be one of ${hostNames.join(", ")}` });

export const hostUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2_000)
  .transform((url) => trimEndCharacters(url, "/"));
