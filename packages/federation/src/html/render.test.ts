import { parseProfile } from '@atrium/contract'
import { expect, it } from '@jest/globals'
import { pageElements } from '../page.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import { fromPage, type PageManifest } from '../registry/page-manifest.ts'
import { renderShellHtml, type ShellPage } from './render.ts'
import { skeletonStyleHash } from './template.ts'

const integrity = (letter: string) => `sha384-${letter.repeat(64)}`
const names = ['entry.1.js', 'routes.1.js', 'routes.1.css', 'mount.1.js', 'texts-zh.1.js', 'texts-en.2.js']
const manifest: ReleaseManifest = {
  name: 'sign-in',
  version: '1.0.0',
  routes: ['/signIn'],
  container: { global: 'g', entry: 'entry.1.js' },
  exposes: {
    routes: { scripts: ['routes.1.js'], styles: ['routes.1.css'] },
    mount: { scripts: ['mount.1.js'], styles: [] },
  },
  texts: { zh: ['texts-zh.1.js'], en: ['texts-en.2.js'] },
  needs: {
    host: 1,
    shared: { react: '^19.0.0' },
    parts: { react: ['useState'] },
    calls: { 'GET /x': { request: 'string', answer: 'string' } },
  },
  files: Object.fromEntries(
    names.map((name, index) => [name, { integrity: integrity(String(index)), size: 1 }]),
  ),
}
const address = '/remotes/sign-in/1.0.0/release.json'
const page: ShellPage = {
  template: {
    scripts: ['/shell/shell.1.js'],
    styles: ['/shell/shell.1.css'],
    texts: { zh: ['/shell/texts-zh.1.js'], en: ['/shell/texts-en.1.js'] },
    skeletons: { signedOut: '<b>out {systemName}</b>', signedIn: '<b>in {systemName}</b>' },
    skeletonCss: 'b{color:red}',
  },
  registry: {
    remotes: [
      {
        name: 'sign-in',
        routes: ['/signIn'],
        active: '1.0.0',
        releases: { '1.0.0': { manifest: address, integrity: integrity('z') } },
      },
    ],
  },
  manifests: { 'sign-in': manifest },
  profile: parseProfile({ systemName: { zh: '</script><i>"$&', en: 'Suite' } }),
  signedIn: false,
  language: 'en',
}
const preloads = (html: string) =>
  [...html.matchAll(/rel="preload" as="\w+" href="([^"]*)"/g)].map(([, href]) => href)

it('preloads the sign-in remote in the language of a visitor without a session', () => {
  expect(preloads(renderShellHtml(page))).toEqual([
    '/shell/texts-en.1.js',
    '/remotes/sign-in/1.0.0/entry.1.js',
    '/remotes/sign-in/1.0.0/routes.1.js',
    '/remotes/sign-in/1.0.0/texts-en.2.js',
    '/remotes/sign-in/1.0.0/routes.1.css',
  ])
})

it('preloads the joined file of a language instead of its parts', () => {
  const files = { ...manifest.files, 'joined-en.1.js': { integrity: integrity('j'), size: 1 } }
  const joined = { zh: 'joined-zh.1.js', en: 'joined-en.1.js' }
  const html = renderShellHtml({ ...page, manifests: { 'sign-in': { ...manifest, joined, files } } })
  expect(preloads(html)).toEqual([
    '/shell/texts-en.1.js',
    '/remotes/sign-in/1.0.0/joined-en.1.js',
    '/remotes/sign-in/1.0.0/routes.1.css',
  ])
  expect(html).toContain(`/joined-en.1.js" integrity="${integrity('j')}"`)
  const { 'sign-in': signIn } = carried(html)
  expect(signIn?.joined).toBe('joined-en.1.js')
  expect(signIn?.files).toEqual(['routes.1.css', 'texts-zh.1.js', 'joined-en.1.js'])
})

it('preloads files with the integrity that their scripts and styles are checked against', () => {
  const html = renderShellHtml(page)
  expect(html).toContain(`/entry.1.js" integrity="${integrity('0')}"`)
  expect(html).toContain(`/routes.1.css" integrity="${integrity('2')}"`)
})

it('renders the frame and preloads no remote for a visitor with a session', () => {
  const html = renderShellHtml({ ...page, signedIn: true })
  expect(html).toContain('<b>in Suite</b>')
  expect(preloads(html)).toEqual(['/shell/texts-en.1.js'])
})

const carried = (html: string): Record<string, PageManifest> =>
  JSON.parse(new RegExp(`id="${pageElements.manifests}">([^<]*)`).exec(html)?.[1] ?? '')

it('embeds the manifests that the visitor may need', () => {
  const manifests = { 'sign-in': manifest, other: { ...manifest, name: 'other', routes: ['/other'] } }
  const { 'sign-in': signIn, ...none } = carried(renderShellHtml({ ...page, manifests }))
  expect(none).toEqual({})
  const { name, version, container, exposes, files } = manifest
  const { 'mount.1.js': _mount, ...own } = files
  expect(fromPage(name, signIn as PageManifest)).toEqual({
    name,
    version,
    container,
    exposes: { routes: exposes.routes },
    files: Object.fromEntries(Object.entries(own).map(([file, { integrity }]) => [file, { integrity }])),
  })
  const others = carried(renderShellHtml({ ...page, manifests, signedIn: true }))
  expect(Object.keys(others)).toEqual(['other'])
})

it('renders a page when the sign-in remote is missing or on another server', () => {
  expect(preloads(renderShellHtml({ ...page, registry: { remotes: [] } }))).toEqual(['/shell/texts-en.1.js'])
  expect(preloads(renderShellHtml({ ...page, manifests: {} }))).toEqual(['/shell/texts-en.1.js'])
})

it('escapes every text', () => {
  const html = renderShellHtml({ ...page, language: 'zh' })
  expect(html).toContain('<title>&lt;/script&gt;&lt;i&gt;&quot;$&amp;</title>')
  expect(html).toContain('<b>out &lt;/script&gt;&lt;i&gt;&quot;$&amp;</b>')
  expect(html).not.toContain('</script><i>')
})

it('renders no inline script, and no inline style except the hashed one', () => {
  const html = renderShellHtml(page)
  const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(scripts.every((attributes) => /src=|application\/json/.test(attributes ?? ''))).toBe(true)
  expect(html.match(/<style>|style=/g)).toEqual(['<style>'])
  expect(skeletonStyleHash(page.template)).toMatch(/^'sha256-[\w+/]{43}='$/)
})

it('sets the chosen theme, and no theme without a choice', () => {
  expect(renderShellHtml({ ...page, theme: 'dark' })).toMatch(
    /<html lang="en" data-theme="dark">.*<body arco-theme="dark">/,
  )
  expect(renderShellHtml(page)).toMatch(/<html lang="en">.*<body>/)
})
