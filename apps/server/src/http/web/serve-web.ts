import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { dropDocumentHeaders } from '../headers.ts'
import { cacheControl } from './caching.ts'
import { serveManuals } from './manuals.ts'
import { type PageOptions, servePage } from './page.ts'

/** Scripts and styles, as they are or compressed; a picture may be opened as a document of its own. */
const partOfPage = /\.(js|css)(\.br|\.gz)?$/

export interface WebOptions extends PageOptions {
  /** The folder of the help manuals; without it there are none. */
  readonly manualsFolder?: string
}

/**
 * Serves the built front ends: the page, its profile, the manuals, and the files with the compressed forms that the
 * build put beside them. Without a build there is only the API.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  app.get('/profile.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(options.profile),
  )
  await serveManuals(app, options.manualsFolder)
  if (!existsSync(options.webFolder)) return
  servePage(app, options)
  await app.register(fastifyStatic, {
    root: options.webFolder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(path))
      if (partOfPage.test(path)) dropDocumentHeaders(reply)
    },
  })
}
