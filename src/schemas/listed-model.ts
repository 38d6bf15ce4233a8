import { z } from "zod";

const dollars = z.number().meta({ description: "US dollars per million tokens." });

const tokenPrice = { input: dollars, cachedInput: dollars, cacheWrite: dollars.optional(), output: dollars };

export const modelPrice = z.strictObject({
  ...tokenPrice,
  longInput: z
    .strictObject({ above: z.number().meta({ description: "Input tokens of one call." }), ...tokenPrice })
    .optional(),
});

/** A model that could be used, or a provider whose models could not be listed. */
export const listedModel = z.strictObject({
  id: z.string().meta({ description: "`provider/name`; `provider/*` for a provider without a list." }),
  provider: z.string(),
  available: z.boolean(),
  reason: z.string().nullable().meta({ description: "Why it is not available." }),
  isDefault: z.boolean().meta({ description: "Used by jobs that name no model." }),
  price: modelPrice.nullable().meta({ description: "Null when it is not known." }),
});

export const modelPage = z.object({ data: z.array(listedModel) });

export type ListedModel = z.infer<typeof listedModel>;
