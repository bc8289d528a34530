import type { FastifyInstance } from 'fastify'

/** Host names of this machine. A request under any other name may come from a foreign page whose DNS name points here. */
export const ownNames = new Set(['127.0.0.1', 'localhost'])

/**
 * Returns the content security policy of the pages.
 * @param formTargets origins to which a form may lead, apart from the sandbox itself
 */
export const contentSecurityPolicy = (formTargets: readonly string[] = []): string => {
  const targets = ["'self'", ...formTargets].join(' ')
  return `default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`
}

const headers = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Rejects requests under other host names, so that only this machine's browser sees the inbox. */
export function guard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (!ownNames.has(request.hostname)) return reply.code(403).send()
  })
}

const host = '127.0.0.1'

/**
 * Listens on the wanted port, or on any free one if another program uses it.
 * @returns the URL
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await app.listen({ host, port: 0 })
  }
}
