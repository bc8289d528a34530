import type { FastifyInstance } from 'fastify'

/** The names of this machine; asked for under another one, a page elsewhere has pointed its name here. */
export const ownNames = new Set(['127.0.0.1', 'localhost'])

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Keeps what the inbox shows to this machine's own browser. */
export function guard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!ownNames.has(request.hostname)) return reply.code(403).send()
  })
}

const host = '127.0.0.1'

/** Opens the wanted port or, if another program has it, any free one. @returns the URL */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await app.listen({ host, port: 0 })
  }
}
