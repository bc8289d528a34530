import type { Language, Override, PublicProfile } from '@atrium/contract'
import { pageElements } from '../page.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import { toPage } from '../registry/page-manifest.ts'
import { remoteForPath } from '../registry/remotes.ts'
import type { Registry } from '../registry/schema.ts'
import { embedJson, escapeHtml } from './escape.ts'
import { preloadLink, remotePreloads } from './preloads.ts'
import type { ShellTemplate } from './template.ts'

/** Stands in a skeleton for the system's name. */
const nameMark = '{systemName}'

/** A skeleton with the deployment's name in it, the first words that a visitor sees. */
export const fillSkeleton = (skeleton: string, systemName: string): string =>
  skeleton.replaceAll(nameMark, () => escapeHtml(systemName))

/** Where a visitor without a session arrives. */
const signInPath = '/signIn/index'

export interface ShellPage {
  readonly template: ShellTemplate
  /** The registry as it is at this request. */
  readonly registry: Registry
  /** Manifests of the suite's own remotes at this request, by name. */
  readonly manifests: Readonly<Record<string, ReleaseManifest>>
  readonly profile: PublicProfile
  /** Remotes that run from the reader's own machine. */
  readonly overrides?: readonly Override[]
  /** Whether the request carried a session cookie: only a guess, the API decides. */
  readonly signedIn: boolean
  readonly language: Language
  /** The chosen theme; without one the page follows the system. */
  readonly theme?: 'light' | 'dark' | undefined
}

/**
 * The suite's only HTML page. It paints a skeleton by HTML and CSS alone, carries profile and registry,
 * and preloads what a visitor without a session needs first, so that the chain of requests stays short.
 * @returns the document; its one inline style is allowed by `skeletonStyleHash`
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
    // After the skeleton, so that it is painted before these have come.
    ...template.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    '</body></html>',
  ].join('')
}

const json = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${embedJson(value)}</script>`

/**
 * What the page brings along so that its first screen comes without a further round of questions: for a visitor without a
 * session the sign-in remote, for others the manifests of all that they may be on their way to. Where that is only their
 * browser knows: what follows `#` is not sent.
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
