import { languageOf, type Profile } from '@atrium/contract'
import { readRelease, renderShellHtml, skeletonStyleHash } from '@atrium/federation/html'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentPolicy } from '../content-policy.ts'
import { contentSecurityPolicy } from '../headers.ts'

export interface PageOptions {
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
export function servePage(app: FastifyInstance, { profile, webFolder }: PageOptions): void {
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
