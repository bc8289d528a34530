import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where the page looks for them. */
const prefix = '/manuals/'

/** Serves the help manuals of the deployment, as they are in the folder at the moment; they hold nothing secret. */
export async function serveManuals(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (!folder || !existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'no-cache')
      // Read by script, never shown by itself: no browser is to take it for a page.
      if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8')
    },
  })
}
