import type { FastifyInstance } from 'fastify'

const host = '127.0.0.1'

/** Opens the wanted port or, where another program has it, any free one. @returns the address */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await app.listen({ host, port: 0 })
  }
}
