import { existsSync } from 'node:fs'
import { languageOf, type Profile } from '@atrium/contract'
import { readRelease, renderShellHtml, skeletonStyleHash } from '@atrium/federation/html'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentPolicy, contentSecurityPolicy, dropDocumentHeaders } from './headers.ts'

/** A name that carries a hash of its content: what is behind it never changes. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/

/** A year, the longest that caches honour, in seconds. */
const immutable = 'public, max-age=31536000, immutable'

/** How long a file may be kept: forever where its name is hashed, else it is asked for again each time. */
const cacheControl = (path: string): string => (hashed.test(path) ? immutable : 'no-cache')

/** Where the page looks for them. */
const prefix = '/manuals/'

/** Serves the help manuals of the deployment, as they are in the folder at the moment; they hold nothing secret. */
async function serveManuals(app: FastifyInstance, folder: string | undefined): Promise<void> {
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

interface PageOptions {
  readonly profile: Profile
  /** The folder of the built front ends. */
  readonly webFolder: string
}

const themes = ['light', 'dark'] as const

/** What the page can know of its reader before any script runs, from the cookies that the shell keeps. */
const readerOf = ({ cookies }: FastifyRequest) => ({
  // A guess that decides what is painted and loaded first; the API decides who is signed in.
  signedIn: cookies.usercache !== undefined,
  language: languageOf(cookies.language),
  theme: themes.find((theme) => theme === cookies.theme),
})

/** Serves the suite's only page, made of what is released at the moment of the request. */
function servePage(app: FastifyInstance, { profile, webFolder }: PageOptions): void {
  app.get('/', async (request, reply) => {
    const release = await readRelease(webFolder)
    const policy = { ...contentPolicy(profile), styleHashes: [skeletonStyleHash(release.template)] }
    const reader = readerOf(request)
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy(policy) })
      .type('text/html; charset=utf-8')
      .send(renderShellHtml({ ...release, ...reader, profile }))
  })
}

/** Scripts and styles, as they are or compressed; a picture may be opened as a document of its own. */
const partOfPage = /\.(js|css)(\.br|\.gz)?$/

interface WebOptions extends PageOptions {
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
