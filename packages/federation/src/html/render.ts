import type { Language, Profile } from '@atrium/contract'
import { pageElements } from '../page.ts'
import { type RemoteManifest, remoteForPath } from '../registry/remotes.ts'
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
  readonly manifests: Readonly<Record<string, RemoteManifest>>
  readonly profile: Profile
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
  const { template, profile, signedIn, language, theme } = page
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
    // After the skeleton, so that it is painted before these have come.
    ...template.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    '</body></html>',
  ].join('')
}

const json = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${embedJson(value)}</script>`

/** What the page brings along so that its first screen comes without a further round of questions. */
function firstRemote({ template, registry, manifests, signedIn, language }: ShellPage) {
  const texts = (template.texts[language] ?? []).map((src) => preloadLink('script', src))
  const remote = signedIn ? undefined : remoteForPath(registry, signInPath)
  const manifest = remote && manifests[remote.name]
  if (!remote || !manifest) return { preloads: texts, manifests: {} }
  return {
    preloads: [...texts, ...remotePreloads(manifest, remote.manifest, language)],
    manifests: { [remote.name]: manifest },
  }
}
