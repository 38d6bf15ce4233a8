import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

const bodyBytesMax = 1024 * 1024;

/**
 * Registers routes in a scope of their own, in which bodies of every type stay the bytes that were signed.
 */
export async function inDeliveryScope(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    register(scope);
  });
}

export function readDelivery(request: FastifyRequest): {
  headers: Record<string, string | undefined>;
  body: Buffer;
} {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  return { headers: request.headers as Record<string, string | undefined>, body };
}

export const storedDelivery = {
  200: {
    description: "What follows from the delivery is stored.",
    content: {
      type: "application/json",
      schema: z.strictObject({ repeated: z.boolean().meta({ description: "It came before." }) }),
      example: { repeated: false },
    },
  },
};
