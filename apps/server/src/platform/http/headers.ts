import type { Profile } from '@atrium/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The origins that may frame the suite, and those from which its page may load. */
interface ContentPolicy {
  /** Origins of pages that may put the suite into a frame. */
  readonly frameAncestors: readonly string[]
  /** Origins of the deployment's own pictures. */
  readonly imageOrigins: readonly string[]
  /** Origins beside the suite's own from which releases of remotes come. */
  readonly releaseOrigins: readonly string[]
  /** Origins of other servers that the page calls. */
  readonly callOrigins: readonly string[]
  /** Source expressions, as hashes, of inline style elements. */
  readonly styleHashes?: readonly string[]
}

/**
 * The Content-Security-Policy: code, styles and data from the suite's own server, and from origins that the operator has
 * named for releases; no inline script.
 */
export const contentSecurityPolicy = ({
  frameAncestors,
  imageOrigins,
  releaseOrigins,
  callOrigins,
  styleHashes = [],
}: ContentPolicy): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...releaseOrigins].join(' '),
    ["style-src 'self'", ...releaseOrigins, ...styleHashes].join(' '),
    // Captcha images and small icons travel as data URLs.
    ["img-src 'self' data:", ...new Set([...imageOrigins, ...releaseOrigins])].join(' '),
    ["font-src 'self' data:", ...releaseOrigins].join(' '),
    ["connect-src 'self'", ...new Set([...callOrigins, ...releaseOrigins])].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length > 0 ? ["'self'", ...frameAncestors].join(' ') : "'none'"}`,
  ].join('; ')

const policyHeader = 'content-security-policy'

const documentHeaders = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Headers of every response. */
export const commonHeaders = { 'x-content-type-options': 'nosniff' }

/** Two years, in seconds: browsers that came by https once never come without again. */
const strictTransport = 'max-age=63072000'

/** Puts the security headers on every response. */
export function addHeaders(app: FastifyInstance, policy: ContentPolicy): void {
  const headers = { ...commonHeaders, ...documentHeaders, [policyHeader]: contentSecurityPolicy(policy) }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
  })
}

/** Removes headers that browsers use in documents only: a script or style is governed by its page. */
export function dropDocumentHeaders(reply: FastifyReply): void {
  for (const name of [policyHeader, ...Object.keys(documentHeaders)]) reply.removeHeader(name)
}

/** Isolates a file that is opened directly: it can do nothing and has no origin. */
export const confineDocument = (reply: FastifyReply): void =>
  void reply.header(policyHeader, "default-src 'none'; sandbox; frame-ancestors 'none'")

const originOf = (address: string): string[] => {
  const url = URL.parse(address)
  return url ? [url.origin] : []
}

/** What the deployment's profile asks of the Content-Security-Policy. */
export const contentPolicy = ({ frameAncestors, brand, ctms, modules }: Profile): ContentPolicy => ({
  frameAncestors,
  // The CTMS beside the suite has a logo of its own.
  imageOrigins: [
    ...new Set([brand.logo, brand.logoDark, brand.mark, brand.icon, ctms.basePath].flatMap(originOf)),
  ],
  releaseOrigins: modules.origins,
  callOrigins: originOf(ctms.basePath),
})
