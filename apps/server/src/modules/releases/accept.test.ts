import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { codes, releaseAccept, releaseActivate, releaseCheck, releaseUndo } from '@atrium/contract'
import type { ReleaseManifest } from '@atrium/federation/registry'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { team } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import {
  addModule,
  manifestOf,
  prepareReleases,
  putRelease,
  type ReleaseSuite,
  signManifest,
  startReleases,
  teamKeys,
} from './test-kit/index.ts'

let suite: ReleaseSuite

beforeAll(async () => {
  suite = await startReleases({ origins: ['https://cdn.example'] })
  await addModule(suite.database, suite.locations, 'greeting', ['1.0.0', '1.1.0'])
  await addModule(suite.database, suite.locations, 'sign-in', ['1.0.0'])
})

afterAll(() => suite.close())

const addressOf = ({ name, version }: ReleaseManifest) => `/remotes/${name}/${version}/release.json`

const accept = (
  manifest: ReleaseManifest,
  changed: Partial<Record<'manifest' | 'signature' | 'address', string>> = {},
) => {
  const text = changed.manifest ?? JSON.stringify(manifest)
  const input = { manifest: text, signature: signManifest(text), address: addressOf(manifest), ...changed }
  return send(suite.server, releaseAccept, input, { signer: team(), language: 'en' })
}

const undo = (version: string, name = 'ledger') =>
  send(suite.server, releaseUndo, { name, version, reason: '' }, { signer: team() })

const check = (manifest: ReleaseManifest) => {
  const text = JSON.stringify(manifest)
  return send(
    suite.server,
    releaseCheck,
    { manifest: text, signature: signManifest(text) },
    { signer: team() },
  )
}

const releasesOf = async (name: string) =>
  (
    await suite.database.owner
      .selectFrom('remoteRelease')
      .select('version')
      .where('name', '=', name)
      .orderBy('sequence')
      .execute()
  ).map(({ version }) => version)

const activeOf = async (name: string) =>
  (
    await suite.database.owner
      .selectFrom('remoteModule')
      .select('active')
      .where('id', '=', name)
      .executeTakeFirstOrThrow()
  ).active

describe('a release', () => {
  it('is registered once, and becomes active when an operator activates it', async () => {
    const manifest = manifestOf('greeting', '2.0.0')
    putRelease(suite.locations, manifest)
    expect((await check(manifest)).data).toEqual({ refusals: [], known: false })
    const data = { name: 'greeting', version: '2.0.0', active: false, known: false }
    expect(await accept(manifest)).toMatchObject({ code: codes.ok, data })
    expect(await accept(manifest)).toMatchObject({ code: codes.ok, data: { ...data, known: true } })
    expect((await check(manifest)).data).toEqual({ refusals: [], known: true })
    expect(await releasesOf('greeting')).toEqual(['1.0.0', '1.1.0', '2.0.0'])
    expect(await activeOf('greeting')).toBe('1.1.0')
  })

  it('is activated immediately if the operator’s file says so, but not again after a rollback', async () => {
    const manifest = manifestOf('ledger', '1.0.0')
    const next = manifestOf('ledger', '1.1.0')
    for (const one of [manifest, next]) putRelease(suite.locations, one)
    prepareReleases(suite.locations, { activate: true })
    expect(await accept(manifest)).toMatchObject({ data: { active: true } })
    expect(await accept(next)).toMatchObject({ data: { active: true } })
    expect(await undo('1.1.0')).toMatchObject({ data: { active: '1.0.0' } })
    expect(await accept(next)).toMatchObject({ data: { active: false, known: true } })
    expect(await activeOf('ledger')).toBe('1.0.0')
  })

  it('is rolled back once, however often that is requested, until it is active again', async () => {
    expect(await undo('1.1.0')).toMatchObject({ code: codes.ok, data: { active: '1.0.0' } })
    const again = { name: 'ledger', version: '1.1.0', reason: '' }
    expect((await send(suite.server, releaseActivate, again, suite.admin)).code).toBe(codes.ok)
    const later = manifestOf('ledger', '1.2.0')
    putRelease(suite.locations, later)
    expect(await accept(later)).toMatchObject({ data: { active: true } })
    for (const version of ['1.1.0', '7.0.0']) expect((await undo(version)).code).toBe(codes.conflict)
    expect(await activeOf('ledger')).toBe('1.2.0')
    prepareReleases(suite.locations)
  })

  it('is accepted once if it is sent concurrently', async () => {
    const manifest = manifestOf('greeting', '3.0.0')
    putRelease(suite.locations, manifest)
    const responses = await Promise.all([accept(manifest), accept(manifest), accept(manifest)])
    expect(responses.map(({ data }) => data?.known).sort()).toEqual([false, true, true])
    expect((await releasesOf('greeting')).filter((version) => version === '3.0.0')).toHaveLength(1)
  })

  it('may be served from an origin listed in the profile', async () => {
    const manifest = manifestOf('greeting', '3.1.0')
    const address = 'https://cdn.example/remotes/greeting/3.1.0/release.json'
    expect(await accept(manifest, { address })).toMatchObject({ code: codes.ok })
  })
})

describe('an invalid release', () => {
  const fresh = (changed: Partial<ReleaseManifest> = {}) => {
    const manifest = manifestOf('greeting', '9.0.0', changed)
    putRelease(suite.locations, manifest)
    return manifest
  }
  const rejected = (field: string, message: RegExp) => ({
    code: codes.invalid,
    errors: expect.arrayContaining([{ field, message: expect.stringMatching(message) }]),
  })

  it('is rejected for a manifest that violates the schema, leaves its folder, or has unknown fields', async () => {
    const integrity = `sha384-${'a'.repeat(64)}`
    for (const text of [
      '{',
      '[]',
      JSON.stringify({ ...fresh(), files: 1 }),
      JSON.stringify({ ...fresh(), more: 1 }),
      JSON.stringify({ ...fresh(), files: { '../../../shell/page.json': { integrity, size: 1 } } }),
      JSON.stringify({ ...fresh(), files: { 'a/b.js': { integrity, size: 1 } } }),
      JSON.stringify({ ...fresh(), container: { global: 'a', entry: '..\\entry.js' } }),
      JSON.stringify({ ...fresh(), name: '../greeting' }),
      JSON.stringify({ ...fresh(), version: '9.0.0/../1.0.0' }),
      JSON.stringify({ ...fresh(), version: `9.0.0-${'a'.repeat(64)}` }),
    ])
      expect(await accept(fresh(), { manifest: text, signature: signManifest(text) })).toMatchObject(
        rejected('manifest', /does not match its schema/),
      )
  })

  it('is rejected for the signature of another key or of another manifest', async () => {
    const text = JSON.stringify(fresh())
    for (const signature of [signManifest(text, teamKeys.other.privateKey), signManifest(`${text} `), 'AAAA'])
      expect(await accept(fresh(), { signature })).toMatchObject(
        rejected('signature', /does not match this manifest/),
      )
  })

  it('is rejected for a remote that the key is not trusted for', async () => {
    const manifest = manifestOf('sign-in', '9.0.0')
    putRelease(suite.locations, manifest)
    expect(await accept(manifest)).toMatchObject(rejected('manifest', /may not release the module sign-in/))
    // A name that every JavaScript object has must not count as trusted either.
    for (const name of ['sign-in', 'constructor'])
      expect(await undo('1.0.0', name)).toMatchObject({ code: codes.forbidden })
  })

  it('is rejected for a route of another remote, and for a route that the operator has not allowed', async () => {
    for (const routes of [
      ['/greeting', '/signin'],
      ['/greeting', '/anywhere'],
    ])
      expect(await accept(fresh({ routes }))).toMatchObject(
        rejected('manifest', /do not belong to this module/),
      )
  })

  it('is rejected for different content under an existing version', async () => {
    const manifest = manifestOf('greeting', '1.1.0', { texts: { zh: ['entry.js'] } })
    expect(await accept(manifest)).toMatchObject(
      rejected('manifest', /Version 1\.1\.0 already exists with different content/),
    )
  })

  it('is rejected with every reason if it is incompatible with the shell', async () => {
    const needs = {
      host: 1,
      shared: { react: '^20.0.0' },
      parts: { react: ['useNothing'], vue: ['h'] },
      calls: {},
    }
    const manifest = fresh({ needs })
    expect((await check(manifest)).data?.refusals).toEqual([
      { reason: 'version', module: 'react', names: ['^20.0.0'] },
      { reason: 'names', module: 'react', names: ['useNothing'] },
      { reason: 'module', module: 'vue', names: [] },
    ])
    expect(await accept(manifest)).toMatchObject(rejected('manifest', /useNothing of react/))
    expect(await accept(fresh({ needs: { ...needs, host: 2 } }))).toMatchObject(
      rejected('manifest', /host API version 2/),
    )
  })

  it('is rejected for an address that is not allowed', async () => {
    const elsewhere = [
      'https://evil.example/release.json',
      'https://cdn.example.evil.example/release.json',
      'http://cdn.example/remotes/greeting/9.0.0/release.json',
      'https://user:word@cdn.example/remotes/greeting/9.0.0/release.json',
      'https://cdn.example/remotes/greeting/9.0.0/release.json?v=2',
      'https://cdn.example/remotes/greeting/8.0.0/release.json',
      '/remotes/greeting/1.0.0/release.json',
      '/remotes/greeting/9.0.0/../1.0.0/release.json',
      'release.json',
    ]
    for (const address of elsewhere)
      expect(await accept(fresh(), { address })).toMatchObject(rejected('address', /may not be at/))
  })

  it('is rejected for files that are missing or do not match the manifest', async () => {
    const missing = manifestOf('greeting', '9.1.0')
    expect(await accept(missing)).toMatchObject(rejected('address', /release\.json/))
    const changed = fresh()
    const folder = join(suite.locations.releasesFolder, 'greeting/9.0.0')
    writeFileSync(join(folder, 'routes.js'), '/* tampered */')
    // Browsers get the compressed forms.
    writeFileSync(join(folder, 'entry.js.br'), brotliCompressSync('/* tampered */'))
    writeFileSync(join(folder, 'entry.js.gz'), gzipSync(`${'/* a bomb */'.repeat(100_000)}`))
    expect(await accept(changed)).toMatchObject(
      rejected('address', /: entry\.js\.br, entry\.js\.gz, routes\.js$/),
    )
    for (const file of ['entry.js.br', 'entry.js.gz']) rmSync(join(folder, file))
    fresh()
    rmSync(join(folder, 'routes.js'))
    symlinkSync(join(folder, 'entry.js'), join(folder, 'routes.js'))
    expect(await accept(changed)).toMatchObject(rejected('address', /: routes\.js$/))
    rmSync(join(folder, 'routes.js'))
  })

  it('leaves nothing behind', async () => {
    expect((await releasesOf('greeting')).filter((version) => version.startsWith('9.'))).toEqual([])
  })

  it('is rejected for a key that is no longer in the operator’s file', async () => {
    prepareReleases(suite.locations, { trusted: false })
    expect(await accept(fresh())).toMatchObject({ code: codes.noSession })
    prepareReleases(suite.locations)
    expect((await check(fresh())).code).toBe(codes.ok)
  })
})
