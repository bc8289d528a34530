import type { Profile } from '@atrium/contract'
import type { ContentPolicy } from './headers.ts'

const originOf = (address: string): string[] => {
  const url = URL.parse(address)
  return url ? [url.origin] : []
}

/** What the deployment's profile asks of the Content-Security-Policy. */
export const contentPolicy = ({ embeddingOrigins, brand, ctms }: Profile): ContentPolicy => ({
  frameAncestors: embeddingOrigins,
  imageOrigins: [...new Set([brand.logo, brand.logoDark, brand.mark, brand.icon].flatMap(originOf))],
  callOrigins: originOf(ctms.basePath),
})
