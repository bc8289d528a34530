import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { languageOf, type Profile, publicPartOf } from '@atrium/contract'
import { readPage, renderShellHtml, skeletonStyleHash } from '@atrium/federation/html'
import { RemoteName, Version } from '@atrium/federation/registry'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  confineDocument,
  contentPolicy,
  contentSecurityPolicy,
  dropDocumentHeaders,
} from '../../platform/http/headers.ts'
import type { Services } from '../../platform/http/work.ts'
import { folderOfRelease, type ReleaseLocations, releaseFolders } from './locations.ts'
import { overridesOf } from './overrides/index.ts'
import { isOwnFile } from './release-files.ts'

/** File name with a hash of its content, which therefore never changes. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/

/** Cached for one year, the maximum that caches honour; the value is in seconds. */
const immutable = 'public, max-age=31536000, immutable'

/** Path of a release file, in any folder. */
const released = /\/[a-z][a-z0-9-]*\/\d+\.\d+\.\d+[^/]*\/[^/]+$/

/** Returns the cache header: permanent if the name has a hash or belongs to a release, otherwise revalidated each time. */
const cacheControl = (path: string): string =>
  hashed.test(path) || released.test(path) ? immutable : 'no-cache'

/**
 * Headers that permanently cached files do not need: validators and the request id. A page has dozens of such files.
 */
const ofRevalidation = ['etag', 'last-modified', 'x-request-id']

/** Path of the manuals on the page's server. */
const prefix = '/manuals/'

/** Serves the help manuals of the deployment from the folder's current content; they are public. */
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
      // Scripts read these files. Browsers must not render them as pages.
      if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8')
    },
  })
}

const themes = ['light', 'dark'] as const

/** Returns the state in which the page is rendered before scripts run, from the shell's cookies. */
const readerOf = ({ cookies }: FastifyRequest) => ({
  // Only a guess for the first paint and preloading; the API verifies the session.
  signedIn: cookies.usercache !== undefined,
  language: languageOf(cookies.language),
  theme: themes.find((theme) => theme === cookies.theme),
})

/** Sends the suite's only page, built from the current releases. */
export async function sendShell(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { releases, profile } = services
  const { locations } = releases
  const release = await readPage(locations.webFolder, await releases.registry(), releaseFolders(locations))
  const overrides = await overridesOf(services, request)
  const allowed = contentPolicy(profile)
  const policy = {
    ...allowed,
    releaseOrigins: [...allowed.releaseOrigins, ...overrides.map(({ origin }) => origin)],
    styleHashes: [skeletonStyleHash(release.template)],
  }
  const reader = readerOf(request)
  return reply
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy(policy) })
    .type('text/html; charset=utf-8')
    .send(renderShellHtml({ ...release, ...reader, profile: publicPartOf(profile), overrides }))
}

/** Serves the page, and the registry. */
function servePage(app: FastifyInstance, services: Services): void {
  const { releases } = services
  app.get('/remotes.json', async (request, reply) => {
    const text = JSON.stringify(await releases.registry())
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.headers({ 'cache-control': 'no-cache', etag })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
  app.get('/', (request, reply) => sendShell(services, request, reply))
}

/** Parameters of a release file's path; they cannot leave its folder. */
const releaseFile = z.object({
  name: RemoteName,
  version: Version,
  file: z.string().check(z.regex(/^[A-Za-z0-9][\w.-]*$/)),
})

/**
 * Serves the files of all releases, including those of the suite's own build. Write access to the folder does not
 * make a release accepted: its files run only through the registry, never as a page of their own, and cannot give
 * access to other files.
 */
function serveReleases(app: FastifyInstance, locations: ReleaseLocations): void {
  app.get('/remotes/:name/:version/:file', async (request, reply) => {
    const asked = releaseFile.safeParse(request.params)
    const folder = asked.success ? await folderOfRelease(locations, asked.data) : undefined
    if (!asked.success || !folder || !(await isOwnFile(folder, asked.data.file))) return reply.callNotFound()
    confineDocument(reply)
    return reply.sendFile(asked.data.file, folder, { cacheControl: false })
  })
}

/** Scripts and styles, also compressed. Pictures are not included, because they can be opened as documents. */
const partOfPage = /\.(js|css)(\.br|\.gz)?$/

interface WebOptions {
  readonly profile: Profile
  readonly services: Services
  /** Folder of the help manuals; without it none are served. */
  readonly manualsFolder?: string
}

/**
 * Serves the built front ends: the page, its profile, the manuals and all files, in compressed forms where the build
 * has them. Without a build, only the profile and the manuals are served.
 */
export async function servePages(app: FastifyInstance, options: WebOptions): Promise<void> {
  app.get('/profile.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(publicPartOf(options.profile)),
  )
  await serveManuals(app, options.manualsFolder)
  const { webFolder } = options.services.releases.locations
  if (!existsSync(webFolder)) return
  servePage(app, options.services)
  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(path))
      if (cacheControl(path) === immutable) for (const name of ofRevalidation) reply.removeHeader(name)
      if (partOfPage.test(path)) dropDocumentHeaders(reply)
    },
  })
  serveReleases(app, options.services.releases.locations)
}
