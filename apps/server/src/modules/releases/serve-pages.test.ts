import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'

let webFolder: string
let releasesFolder: string
let manualsFolder: string
let database: TestDatabase
let app: FastifyInstance

const script = 'console.log("a script of the shell, long enough to be worth compressing")'
const template = {
  scripts: ['/shell/shell.0123456789.js'],
  styles: [],
  texts: {},
  skeletonCss: 'body{margin:0}',
  skeletons: { signedOut: '<p>signed out</p>', signedIn: '<p>signed in</p>' },
}

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'atrium-web-'))
  releasesFolder = await mkdtemp(join(tmpdir(), 'atrium-releases-'))
  await mkdir(join(webFolder, 'shell'))
  await writeFile(join(webFolder, 'remotes.json'), '{"remotes":[]}')
  await writeFile(join(webFolder, 'shell/page.json'), JSON.stringify(template))
  await writeFile(join(webFolder, 'shell/shell.0123456789.js'), script)
  await writeFile(join(webFolder, 'shell/shell.0123456789.js.br'), brotliCompressSync(script))
  database = await createTestDatabase()
  const profile = parseProfile({
    systemName: { zh: '试验平台', en: 'Trial <platform>' },
    modules: { origins: ['https://cdn.example'] },
  })
  manualsFolder = await mkdtemp(join(tmpdir(), 'atrium-manuals-'))
  await mkdir(join(manualsFolder, 'zh'))
  await writeFile(join(manualsFolder, 'zh/common.md'), '# 通用操作')
  const releases = { webFolder, releasesFolder, keysFile: undefined }
  app = await testApp(database.db, { profile, releases, manualsFolder })
})

afterAll(async () => {
  await app.close()
  await database.close()
  await rm(webFolder, { recursive: true })
  await rm(manualsFolder, { recursive: true })
  await rm(releasesFolder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the page', () => {
  it('refers to the files that are current at the time of the request', async () => {
    expect((await get('/')).body).toContain('src="/shell/shell.0123456789.js"')
    const next = { ...template, scripts: ['/shell/shell.9876543210.js'] }
    await writeFile(join(webFolder, 'shell/page.json'), JSON.stringify(next))
    expect((await get('/')).body).toContain('src="/shell/shell.9876543210.js"')
  })

  it('is rendered for its reader, from the shell’s cookies', async () => {
    const stranger = await get('/')
    expect(stranger.body).toContain('<title>试验平台</title>')
    expect(stranger.body).toContain('signed out')
    const known = await get('/', { cookie: 'a=b; usercache=%7B%7D; language=en; theme=dark' })
    expect(known.body).toContain('<title>Trial &lt;platform')
    expect(known.body).toContain('data-theme="dark"')
    expect(known.body).toContain('signed in')
  })

  it('is revalidated each time, and its policy allows only its own style, and scripts of the suite and of release origins', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' https:\/\/cdn\.example; style-src 'self' https:\/\/cdn\.example 'sha256-[^']+'; /,
    )
    for (const directive of ['img-src', 'font-src', 'connect-src'])
      expect(headers['content-security-policy']).toMatch(
        new RegExp(`${directive} [^;]*https://cdn\\.example`),
      )
  })
})

describe('the files', () => {
  it('are compressed on the fly if the build has no compressed form, and support range requests', async () => {
    const [url, file] = ['/plain.js', join(webFolder, 'plain.js')]
    for (const text of ['const first = 1\n'.repeat(20_000), 'const second = 2\n'.repeat(20_000)]) {
      await writeFile(file, text)
      for (let time = 0; time < 2; time += 1) {
        const { headers, rawPayload } = await get(url, { 'accept-encoding': 'br' })
        expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
        expect(headers['content-length']).toBe(String(rawPayload.length))
        expect(brotliDecompressSync(rawPayload).toString()).toBe(text)
      }
      expect((await get(url)).body).toBe(text)
      const part = await get(url, { range: 'bytes=6-99999', 'accept-encoding': 'br' })
      expect([part.statusCode, part.body]).toEqual([206, text.slice(6, 100_000)])
      const head = await app.inject({ method: 'HEAD', url })
      expect([head.headers['content-length'], head.body]).toEqual([String(text.length), ''])
    }
  })

  it('are sent in the build’s compressed form, and cached permanently if their name has a hash', async () => {
    const { headers, rawPayload } = await get('/shell/shell.0123456789.js', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.etag).toBeUndefined()
    expect(rawPayload).toEqual(brotliCompressSync(script))
    expect((await get('/shell/shell.0123456789.js')).body).toBe(script)
  })

  it('have no document headers if they are parts of a page', async () => {
    const script = (await get('/shell/shell.0123456789.js')).headers
    expect(script['x-content-type-options']).toBe('nosniff')
    expect(script['content-security-policy']).toBeUndefined()
    expect((await get('/remotes.json')).headers['content-security-policy']).toBeDefined()
  })

  it('are revalidated if they refer to other files', async () => {
    const { headers } = await get('/remotes.json')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get('/remotes.json', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('cannot be outside the folder', async () => {
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/shell/nothing.js'])
      expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('are harmless when opened directly if their release was not accepted, and cannot be links to other files', async () => {
    const release = join(releasesFolder, 'notes/9.0.0')
    await mkdir(release, { recursive: true })
    await mkdir(join(releasesFolder, 'others'))
    for (const name of ['release.json', 'page.html', 'picture.svg', 'script.js'])
      await writeFile(join(release, name), script)
    const secret = join(releasesFolder, 'secret')
    await writeFile(secret, 'a secret of the server')
    await symlink(secret, join(release, 'link.js'))
    await symlink(secret, join(release, 'script.js.br'))
    await symlink(release, join(releasesFolder, 'others/9.0.0'))
    for (const name of ['page.html', 'picture.svg', 'release.json'])
      expect((await get(`/remotes/notes/9.0.0/${name}`)).headers['content-security-policy']).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      )
    for (const file of ['notes/9.0.0/link.js', 'notes/9.0.0/script.js', 'others/9.0.0/page.html'])
      expect((await get(`/remotes/${file}`, { 'accept-encoding': 'br' })).statusCode).toBe(404)
  })

  it('include the profile', async () => {
    const response = (await get('/profile.json')).json()
    expect(response).toMatchObject({ systemName: { en: 'Trial <platform>' } })
    // Rate limits must not be disclosed.
    expect(Object.keys(response)).not.toEqual(expect.arrayContaining(['limits']))
    expect((await get('/')).body).not.toContain('"retention"')
  })
})

describe('the manuals', () => {
  it('are served from the deployment’s folder in their current version', async () => {
    const first = await get('/manuals/zh/common.md')
    expect(first.body).toBe('# 通用操作')
    expect(first.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'no-cache',
    })
    await writeFile(join(manualsFolder, 'zh/common.md'), '# 本院手册')
    expect((await get('/manuals/zh/common.md')).body).toBe('# 本院手册')
    expect((await get('/manuals/en/common.md')).statusCode).toBe(404)
    expect((await get('/manuals/%2e%2e/%2e%2e/etc/passwd')).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('a page of another origin that embeds the suite', () => {
  const portal = 'https://portal.example'
  const shared = ['/embed.js', '/remotes.json', '/profile.json', '/manuals/zh/common.md']
  const files = ['/remotes/notes/1.0.0/release.json', '/remotes/notes/1.0.0/entry.0123456789.js']
  let embedded: FastifyInstance

  beforeAll(async () => {
    const release = join(webFolder, 'remotes/notes/1.0.0')
    await mkdir(release, { recursive: true })
    await writeFile(join(release, 'release.json'), '{}')
    await writeFile(join(release, 'entry.0123456789.js'), script)
    await writeFile(join(webFolder, 'embed.js'), script)
    const profile = parseProfile({ embeddingOrigins: [portal] })
    const releases = { webFolder, releasesFolder, keysFile: undefined }
    embedded = await testApp(database.db, { profile, releases, manualsFolder })
  })
  afterAll(() => embedded.close())

  it.each([...shared, ...files])('may read %s, and no other page may', async (url) => {
    const allowed = await embedded.inject({ url, headers: { origin: portal } })
    expect(allowed.statusCode).toBe(200)
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': portal,
      vary: expect.stringContaining('Origin'),
    })
    const stranger = await embedded.inject({ url, headers: { origin: 'https://other.example' } })
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined()
    // Without origins in the profile, no other page may read it.
    const closed = await get(url, { origin: portal })
    expect(closed.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('may make calls with a session key, but gets no cookies', async () => {
    const asked = (origin: string) =>
      embedded.inject({
        method: 'OPTIONS',
        url: '/api/sys/user/info',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,language',
        },
      })
    const { headers, statusCode } = await asked(portal)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-headers': 'authorization,content-type,language',
      'access-control-allow-methods': 'GET, POST',
      'access-control-max-age': '600',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect((await asked('https://other.example')).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('gets embed.js at the same URL after each of its releases', async () => {
    const { headers } = await embedded.inject({ url: '/embed.js' })
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/)
  })
})
