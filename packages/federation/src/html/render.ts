import type { Language, Override, PublicProfile } from '@atrium/contract'
import { pageElements } from '../page.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import { toPage } from '../registry/page-manifest.ts'
import { remoteForPath } from '../registry/remotes.ts'
import type { Registry } from '../registry/schema.ts'
import { embedJson, escapeHtml } from './escape.ts'
import { preloadLink, remotePreloads } from './preloads.ts'
import type { ShellTemplate } from './template.ts'

/** Placeholder for the system's name in a skeleton. */
const nameMark = '{systemName}'

/** Fills the system's name into a skeleton. */
export const fillSkeleton = (skeleton: string, systemName: string): string =>
  skeleton.replaceAll(nameMark, () => escapeHtml(systemName))

/** The page that visitors without a session see first. */
const signInPath = '/signIn/index'

export interface ShellPage {
  readonly template: ShellTemplate
  /** The registry at the time of this request. */
  readonly registry: Registry
  /** Manifests of the suite's own remotes at the time of this request, by name. */
  readonly manifests: Readonly<Record<string, ReleaseManifest>>
  readonly profile: PublicProfile
  /** Remotes that run from the user's own machine. */
  readonly overrides?: readonly Override[]
  /** Whether the request has a session cookie. It is only a hint; the API decides. */
  readonly signedIn: boolean
  readonly language: Language
  /** The chosen theme; undefined follows the system. */
  readonly theme?: 'light' | 'dark' | undefined
}

/**
 * Renders the suite's only HTML page. The page shows a skeleton with HTML and CSS alone and embeds the profile and
 * the registry. To keep the chain of requests short, it preloads what a visitor without a session needs first.
 * @returns the document, whose one inline style is allowed by `skeletonStyleHash`
 */
export function renderShellHtml(page: ShellPage): string {
  const { template, profile, signedIn, language, theme, overrides = [] } = page
  const name = profile.systemName[language]
  const skeleton = signedIn ? template.skeletons.signedIn : template.skeletons.signedOut
  const { preloads, manifests } = firstRemote(page)
  return [
    `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"`,
    theme ? ` data-theme="${theme}"` : '',
    '><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(name)}</title><link rel="icon" href="${escapeHtml(profile.brand.icon)}">`,
    `<style>${template.skeletonCss}</style>`,
    ...template.scripts.map((src) => `<script defer src="${escapeHtml(src)}"></script>`),
    ...preloads,
    `</head><body${theme === 'dark' ? ' arco-theme="dark"' : ''}>`,
    `<div id="root">${fillSkeleton(skeleton, name)}</div>`,
    json(pageElements.profile, profile),
    json(pageElements.registry, page.registry),
    json(pageElements.manifests, manifests),
    ...(overrides.length > 0 ? [json(pageElements.overrides, overrides)] : []),
    // Placed after the skeleton, so that loading styles does not delay its painting.
    ...template.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    '</body></html>',
  ].join('')
}

const json = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${embedJson(value)}</script>`

/**
 * Chooses the manifests and preloads to embed, so that the first screen needs no further round trip. Visitors without
 * a session get the sign-in remote. Users with a session get all other manifests, because the server does not see the
 * part of the address after `#`.
 */
function firstRemote({ template, registry, manifests, signedIn, language }: ShellPage) {
  const texts = (template.texts[language] ?? []).map((src) => preloadLink('script', src))
  const signIn = remoteForPath(registry, signInPath)
  const brought = Object.values(manifests).filter(({ name }) => (name === signIn?.name) !== signedIn)
  const address = signIn?.releases[signIn.active]?.manifest
  const ahead = signIn && !signedIn ? manifests[signIn.name] : undefined
  return {
    preloads: ahead && address ? [...texts, ...remotePreloads(ahead, address, language)] : texts,
    manifests: Object.fromEntries(brought.map((manifest) => [manifest.name, toPage(manifest, language)])),
  }
}
