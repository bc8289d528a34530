import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Delay of a slow product, longer than any caller waits, in milliseconds. */
const slowness = 30_000

/** Responds after the caller has given up. */
export async function delay<Response>(response: Response): Promise<Response> {
  await sleep(slowness, undefined, { ref: false })
  return response
}

/** Closes the connection without a response. */
export function disconnect(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}
