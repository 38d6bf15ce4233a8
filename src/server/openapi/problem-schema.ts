import { z } from "zod";
import { type ErrorCode, errorCatalogue } from "../../errors.ts";

/** Schema of `Problem` in `problem.ts` for the API's description. */
export const problemSchema = z
  .object({
    type: z.string().meta({ description: "Where the instance explains the code, relative to itself." }),
    title: z.string().meta({ description: "Name of the HTTP status." }),
    status: z.int(),
    detail: z.string().meta({ description: "One line for people." }),
    instance: z.string().meta({ description: "Path of the request." }),
    code: z
      .enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: "Stable.", isOpen: true }),
    requestId: z.string().meta({ description: "Identifies the request in the service's log." }),
    error: z.string().meta({ description: "The same text as detail." }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "Every problem found in the request." }),
    resetsAt: z.iso
      .datetime({ precision: 3 })
      .optional()
      .meta({ description: "With budget_exceeded: when the monthly cap resets." }),
  })
  .meta({ description: "RFC 9457 problem document" });
