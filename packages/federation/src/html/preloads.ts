import type { ReleaseManifest } from '../registry/manifest.ts'
import { fileAddress } from '../registry/remotes.ts'
import { escapeHtml } from './escape.ts'

/** A link that has the browser fetch a file of the suite's own server before anything asks for it. */
export const preloadLink = (as: 'script' | 'style', href: string, integrity?: string): string =>
  `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${integrity ? ` integrity="${integrity}"` : ''}>`

/**
 * Preload links for all that a remote's first screen needs: container, exposed chunks and the texts of one language,
 * joined where the release has them so, and CSS.
 * @param address the manifest's path on the suite's own server
 */
export function remotePreloads(manifest: ReleaseManifest, address: string, language: string): string[] {
  const link = (as: 'script' | 'style') => (file: string) =>
    preloadLink(as, fileAddress(address, file), manifest.files[file]?.integrity)
  const { scripts, styles } = manifest.exposes.routes
  const joined = manifest.joined?.[language]
  const first = joined
    ? [joined]
    : [manifest.container.entry, ...scripts, ...(manifest.texts[language] ?? [])]
  return [...first.map(link('script')), ...styles.map(link('style'))]
}
