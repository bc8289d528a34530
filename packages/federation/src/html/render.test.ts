import { parseProfile } from '@atrium/contract'
import { expect, test } from '@jest/globals'
import type { RemoteManifest } from '../registry/remotes.ts'
import { renderShellHtml, type ShellPage } from './render.ts'
import { skeletonStyleHash } from './template.ts'

const files = (...sync: string[]) => ({ sync, async: ['texts-zh.1.js', 'texts-en.2.js', 'later.3.js'] })
const manifest: RemoteManifest = {
  metaData: { globalName: 'g', remoteEntry: { path: '', name: 'entry.1.js', type: 'global' } },
  exposes: [
    { path: './routes', assets: { js: files('routes.1.js'), css: { sync: ['routes.1.css'], async: [] } } },
    { path: './mount', assets: { js: files('mount.1.js'), css: { sync: [], async: [] } } },
  ],
}
const page: ShellPage = {
  template: {
    scripts: ['/shell/shell.1.js'],
    styles: ['/shell/shell.1.css'],
    texts: { zh: ['/shell/texts-zh.1.js'], en: ['/shell/texts-en.1.js'] },
    skeletons: { signedOut: '<b>out {systemName}</b>', signedIn: '<b>in {systemName}</b>' },
    skeletonCss: 'b{color:red}',
  },
  registry: {
    remotes: [{ name: 'sign-in', manifest: '/remotes/sign-in/mf-manifest.json', routes: ['/signIn'] }],
  },
  manifests: { 'sign-in': manifest },
  profile: parseProfile({ systemName: { zh: '</script><i>"$&', en: 'Suite' } }),
  signedIn: false,
  language: 'en',
}
const preloads = (html: string) =>
  [...html.matchAll(/rel="preload" as="\w+" href="([^"]*)"/g)].map(([, href]) => href)

test('a visitor without a session gets the sign-in remote preloaded, in their language', () => {
  expect(preloads(renderShellHtml(page))).toEqual([
    '/shell/texts-en.1.js',
    '/remotes/sign-in/entry.1.js',
    '/remotes/sign-in/routes.1.js',
    '/remotes/sign-in/texts-en.2.js',
    '/remotes/sign-in/routes.1.css',
  ])
})

test('a visitor with a session gets the frame, and no remote ahead', () => {
  const html = renderShellHtml({ ...page, signedIn: true })
  expect(html).toContain('<b>in Suite</b>')
  expect(preloads(html)).toEqual(['/shell/texts-en.1.js'])
})

test('a registry without the sign-in remote, or one of another server, still makes a page', () => {
  expect(preloads(renderShellHtml({ ...page, registry: { remotes: [] } }))).toEqual(['/shell/texts-en.1.js'])
  expect(preloads(renderShellHtml({ ...page, manifests: {} }))).toEqual(['/shell/texts-en.1.js'])
})

test('no text can leave its place', () => {
  const html = renderShellHtml({ ...page, language: 'zh' })
  expect(html).toContain('<title>&lt;/script&gt;&lt;i&gt;&quot;$&amp;</title>')
  expect(html).toContain('<b>out &lt;/script&gt;&lt;i&gt;&quot;$&amp;</b>')
  expect(html).not.toContain('</script><i>')
})

test('every script is a file or data, and the only inline style is the one that is hashed', () => {
  const html = renderShellHtml(page)
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(scripts.every((attributes) => /src=|application\/json/.test(attributes ?? ''))).toBe(true)
  expect(html.match(/<style>|style=/g)).toEqual(['<style>'])
  expect(skeletonStyleHash(page.template)).toMatch(/^'sha256-[\w+/]{43}='$/)
})

test('the chosen theme is on the page before any script; without one the system decides', () => {
  expect(renderShellHtml({ ...page, theme: 'dark' })).toMatch(
    /<html lang="en" data-theme="dark">.*<body arco-theme="dark">/,
  )
  expect(renderShellHtml(page)).toMatch(/<html lang="en">.*<body>/)
})
