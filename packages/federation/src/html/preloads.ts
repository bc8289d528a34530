import type { ReleaseManifest } from '../registry/manifest.ts'
import { fileAddress } from '../registry/remotes.ts'
import { escapeHtml } from './escape.ts'

/** Returns a preload link for a file of the suite's own server. */
export const preloadLink = (as: 'script' | 'style', href: string, integrity?: string): string =>
  `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${integrity ? ` integrity="${integrity}"` : ''}>`

/**
 * Returns preload links for a remote's first screen: the container, exposed chunks and texts of one language (or the
 * file that joins them), and the CSS.
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
