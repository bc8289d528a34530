import type { Profile } from '@atrium/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Origins that may frame the suite, and origins from which its page may load. */
interface ContentPolicy {
  /** Origins of pages that may embed the suite in a frame. */
  readonly frameAncestors: readonly string[]
  /** Origins of the deployment's own pictures. */
  readonly imageOrigins: readonly string[]
  /** Other origins from which releases of remotes are loaded. */
  readonly releaseOrigins: readonly string[]
  /** Origins of other servers that the page calls. */
  readonly callOrigins: readonly string[]
  /** Source expressions of inline style elements, as hashes. */
  readonly styleHashes?: readonly string[]
}

/**
 * Returns the Content-Security-Policy. It allows code, styles and data from the suite's own server and from origins
 * that the operator named for releases. It forbids inline scripts.
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
    // Captcha images and small icons are data URLs.
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

/** Two years, in seconds. After one visit over https, browsers no longer use http. */
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

/** Removes headers that matter only for documents. A script or style is governed by the page that loads it. */
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

/** Returns the Content-Security-Policy that the deployment's profile requires. */
export const contentPolicy = ({ frameAncestors, brand, ctms, modules }: Profile): ContentPolicy => ({
  frameAncestors,
  // The CTMS, which is deployed beside the suite, has its own logo.
  imageOrigins: [
    ...new Set([brand.logo, brand.logoDark, brand.mark, brand.icon, ctms.basePath].flatMap(originOf)),
  ],
  releaseOrigins: modules.origins,
  callOrigins: originOf(ctms.basePath),
})
