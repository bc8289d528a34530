import { entryUrl, type RemoteManifest } from '../registry/remotes.ts'
import { escapeHtml } from './escape.ts'

/** The exposed module that the shell takes from every remote. */
const exposed = './routes'

/** A link that has the browser fetch a file of the suite's own server before anything asks for it. */
export const preloadLink = (as: 'script' | 'style', href: string): string =>
  `<link rel="preload" as="${as}" href="${escapeHtml(href)}">`

/**
 * Preload links for all that a remote's first screen needs: container, exposed chunks, their CSS, and
 * the texts of one language.
 * @param manifestPath the manifest's path on the suite's own server
 */
export function remotePreloads(manifest: RemoteManifest, manifestPath: string, language: string): string[] {
  // A base is needed to resolve paths; it is taken off again, so that the page names no host.
  const origin = 'http://suite'
  const base = new URL(manifestPath, origin).href
  const at = (file: string): string => new URL(file, base).href.slice(origin.length)
  const assets = manifest.exposes.find(({ path }) => path === exposed)?.assets
  const texts = assets?.js.async.filter((file) => file.startsWith(`texts-${language}.`)) ?? []
  return [
    preloadLink('script', at(entryUrl(manifest, base))),
    ...[...(assets?.js.sync ?? []), ...texts].map((file) => preloadLink('script', at(file))),
    ...(assets?.css.sync ?? []).map((file) => preloadLink('style', at(file))),
  ]
}
