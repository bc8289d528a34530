import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseModules, releaseTenants, tenantReleases } from '@atrium/contract'
import { integrityOf, type Registry, type ReleaseManifest } from '@atrium/federation/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { insertRelease } from './accept.ts'
import { registerSuite } from './suite.ts'
import { failNextCommit, manifestOf, putRelease, type ReleaseSuite, startReleases } from './test-kit/index.ts'

let suite: ReleaseSuite
let name: string
let count = 0
const said: unknown[] = []
const logger = {
  info: (facts: unknown) => void said.push(facts),
  warn: (facts: unknown) => expect(facts).toBeUndefined(),
}

beforeAll(async () => {
  suite = await startReleases()
})
afterAll(() => suite.close())
beforeEach(() => {
  name = `own-${++count}`
})

/** Folder of a release's files in the suite's own build. */
const builtFolder = (version: string, of = name) => join(suite.locations.webFolder, 'remotes', of, version)

/** Creates a build of the suite with remotes of one version. */
async function makeBuild(
  version: string,
  changed: Partial<ReleaseManifest> = {},
  names: readonly string[] = [name],
): Promise<void> {
  const { webFolder } = suite.locations
  await rm(join(webFolder, 'remotes'), { recursive: true, force: true })
  const remotes = names.map((one) => {
    const manifest = manifestOf(one, version, changed)
    const text = putRelease({ ...suite.locations, releasesFolder: join(webFolder, 'remotes') }, manifest)
    const address = {
      manifest: `/remotes/${one}/${version}/release.json`,
      integrity: integrityOf(text),
    }
    const routes = [`/${one.replaceAll('-', '')}`]
    return { name: one, routes, active: version, suite: version, releases: { [version]: address } }
  })
  await writeFile(join(webFolder, 'remotes.json'), JSON.stringify({ remotes }))
}

/** Creates a build of the suite with one remote, and registers it as a starting server does. */
async function build(version: string, changed: Partial<ReleaseManifest> = {}): Promise<void> {
  await makeBuild(version, changed)
  await registerSuite(suite.server.services, logger)
}

/**
 * Registers the suite's build as a starting server does.
 * @returns its warnings about this test's remotes
 */
async function warningsOfStart(): Promise<object[]> {
  const warnings: object[] = []
  const warn = (facts: unknown) => void warnings.push(Object(facts))
  await registerSuite(suite.server.services, { info: () => {}, warn })
  return warnings.filter((facts) => String(Reflect.get(facts, 'remote')).startsWith(name))
}

/** Adds a team's release and makes it active. */
async function teamReleases(version: string, changed: Partial<ReleaseManifest> = {}): Promise<void> {
  const manifest = manifestOf(name, version, changed)
  const integrity = integrityOf(putRelease(suite.locations, manifest))
  const address = `/remotes/${name}/${version}/release.json`
  await inTransaction(suite.database.db, asSystem, (trx) =>
    insertRelease(trx, { manifest, integrity, address, signedBy: 'team-1' }),
  )
  await suite.database.owner
    .updateTable('remoteModule')
    .set({ active: version, previous: '' })
    .where('id', '=', name)
    .execute()
}

const moduleNow = () =>
  suite.database.owner.selectFrom('remoteModule').selectAll().where('id', '=', name).executeTakeFirstOrThrow()
const entry = async () => {
  const response = await fetch(`${suite.server.address}/remotes.json`)
  return ((await response.json()) as Registry).remotes.find((one) => one.name === name)
}
const events = async () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorId', 'before', 'after'])
    .where('entityId', '=', name)
    .orderBy('sequence')
    .execute()
const get = async (path: string) => fetch(`${suite.server.address}${path}`)

describe('a new build of the suite', () => {
  it('is active immediately, and the previous one is kept', async () => {
    await build('1.0.0-b1')
    expect(await entry()).toMatchObject({ active: '1.0.0-b1', suite: '1.0.0-b1' })
    expect(await events()).toEqual([])
    await failNextCommit(suite.database, name)
    said.length = 0
    await build('1.0.0-b2')
    expect(said).toEqual([{ remote: name, from: '1.0.0-b1', to: '1.0.0-b2' }])
    expect(await entry()).toMatchObject({ active: '1.0.0-b2', previous: '1.0.0-b1', suite: '1.0.0-b2' })
    expect(await events()).toMatchObject([
      {
        actorId: null,
        before: { active: '1.0.0-b1' },
        after: { active: '1.0.0-b2', suiteVersion: '1.0.0-b2' },
      },
    ])
    for (const version of ['1.0.0-b1', '1.0.0-b2']) {
      const response = await get(`/remotes/${name}/${version}/routes.js`)
      expect(await response.text()).toBe(`/* routes of ${name} ${version} */`)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toMatch(/javascript/)
    }
  })

  it('changes nothing if it is already registered, whatever an operator has activated since', async () => {
    await build('1.0.0-b1')
    await build('1.0.0-b2')
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ active: '1.0.0-b1', previous: '' })
      .where('id', '=', name)
      .execute()
    // Simulates several servers that start without a copy of the release, as in separate containers.
    await rm(join(suite.locations.releasesFolder, name, '1.0.0-b2'), { recursive: true })
    await Promise.all([1, 2, 3].map(() => registerSuite(suite.other.services, logger)))
    expect(await moduleNow()).toMatchObject({ active: '1.0.0-b1', suiteVersion: '1.0.0-b2', rowVersion: 2 })
  })

  it('leaves an active team release in place, and is used in safe mode', async () => {
    await build('1.0.0-b1')
    await teamReleases('2.0.0')
    await build('1.0.0-b2')
    expect(await entry()).toMatchObject({ active: '2.0.0', suite: '1.0.0-b2' })
    expect(await moduleNow()).toMatchObject({ active: '2.0.0', suiteVersion: '1.0.0-b2' })
    expect(await events()).toEqual([])
  })

  it('becomes active if the team’s release cannot run on its shell', async () => {
    await build('1.0.0-b1')
    await teamReleases('2.0.0', { needs: { host: 1, shared: {}, parts: { vue: ['h'] }, calls: {} } })
    expect((await entry())?.active).toBe('1.0.0-b1')
    await build('1.0.0-b2')
    expect(await moduleNow()).toMatchObject({ active: '1.0.0-b2', previous: '2.0.0' })
    expect(await entry()).not.toHaveProperty('previous')
    expect(await events()).toHaveLength(1)
  })

  it('replaces a build of the same version with other files', async () => {
    await build('1.0.0-b1')
    await build('1.0.0-b1', { texts: { zh: ['entry.js'] } })
    const address = (await entry())?.releases['1.0.0-b1']
    const text = await (await get(address?.manifest ?? '')).text()
    expect(address).toMatchObject({ integrity: integrityOf(text) })
    expect(await readFile(join(suite.locations.releasesFolder, name, '1.0.0-b1/release.json'), 'utf8')).toBe(
      text,
    )
  })

  it('keeps releases that tenants have validated, and removes unused ones after a week', async () => {
    await build('1.0.0-b1')
    const { tenantId } = suite.here
    await suite.database.owner
      .insertInto('tenantRelease')
      .values({ tenantId, id: name, name, mode: 'validated', version: '1.0.0-b1', acceptedAt: null })
      .execute()
    for (const version of ['1.0.0-b2', '1.0.0-b3']) await build(version)
    const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
    const folder = (version: string) => join(suite.locations.releasesFolder, name, version)
    for (const version of ['1.0.0-b1', '1.0.0-b2']) await utimes(folder(version), old, old)
    await build('1.0.0-b4')
    expect(existsSync(folder('1.0.0-b1'))).toBe(true)
    expect(existsSync(folder('1.0.0-b2'))).toBe(false)
    const left = await suite.database.owner
      .selectFrom('remoteRelease')
      .select('version')
      .where('name', '=', name)
      .orderBy('sequence')
      .execute()
    expect(left.map(({ version }) => version)).toEqual(['1.0.0-b1', '1.0.0-b3', '1.0.0-b4'])
    expect(await entry()).toMatchObject({ active: '1.0.0-b4', personal: true })
  })
})

describe('an incomplete remote of the suite', () => {
  const whole = () => `${name}-whole`
  const moduleShown = async (of = name) =>
    (await send(suite.server, releaseModules, {}, suite.admin)).data?.find((one) => one.name === of)
  const broken: [what: string, how: (folder: string) => Promise<void>, files: string[]][] = [
    ['that is gone', (folder) => rm(folder, { recursive: true }), ['release.json']],
    ['of which a file is gone', (folder) => rm(join(folder, 'entry.js')), ['entry.js']],
    [
      'with another file than was built',
      (folder) => writeFile(join(folder, 'routes.js'), `/* Routes of ${name} 1.0.0-b1 */`),
      ['routes.js'],
    ],
    [
      'whose manifest is cut off',
      (folder) => writeFile(join(folder, 'release.json'), '{"na'),
      ['release.json'],
    ],
  ]

  it.each(broken)('%s does not affect other remotes, and is reported', async (_what, harm, files) => {
    await makeBuild('1.0.0-b1', {}, [name, whole()])
    await harm(builtFolder('1.0.0-b1'))
    const missing = {
      version: '1.0.0-b1',
      tenantCount: 0,
      refusals: [{ reason: 'files', module: '', names: files }],
    }
    expect(await warningsOfStart()).toEqual([{ remote: name, ...missing }])
    expect((await get(`/remotes/${whole()}/1.0.0-b1/entry.js`)).status).toBe(200)
    expect(await moduleShown(whole())).toMatchObject({
      ...{ active: '1.0.0-b1', served: '1.0.0-b1', unusable: [] },
    })
    expect(await moduleShown()).toMatchObject({ active: '', releaseCount: 0, unusable: [missing] })
    // The missing files were restored.
    await makeBuild('1.0.0-b1', {}, [name, whole()])
    expect(await warningsOfStart()).toEqual([])
    expect(await moduleShown()).toMatchObject({ active: '1.0.0-b1', served: '1.0.0-b1', unusable: [] })
  })

  it('leaves the copy of the previous release in use', async () => {
    await build('1.0.0-b1')
    await makeBuild('1.0.0-b2')
    await rm(builtFolder('1.0.0-b2'), { recursive: true })
    expect(await warningsOfStart()).toMatchObject([{ remote: name, version: '1.0.0-b2' }])
    expect(await entry()).toMatchObject({ active: '1.0.0-b1' })
    expect(await moduleShown()).toMatchObject({
      ...{ active: '1.0.0-b1', served: '1.0.0-b1', unusable: [{ version: '1.0.0-b2' }] },
    })
  })
})

describe('a release that cannot run on the new shell', () => {
  const forOther = { needs: { host: 2, shared: {}, parts: {}, calls: {} } }

  it('is reported to the platform and to tenants pinned to it, with the release they get instead', async () => {
    await build('1.0.0-b1')
    await teamReleases('2.0.0', forOther)
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ active: '1.0.0-b1' })
      .where('id', '=', name)
      .execute()
    const { tenantId } = suite.here
    await suite.database.owner
      .insertInto('tenantRelease')
      .values({ tenantId, id: name, name, mode: 'validated', version: '2.0.0', acceptedAt: new Date() })
      .execute()
    const refusals = [{ reason: 'api', module: '', names: ['2'] }]
    const unusable = { version: '2.0.0', tenantCount: 1, refusals }
    expect(await warningsOfStart()).toEqual([{ remote: name, ...unusable }])
    const { data: modules } = await send(suite.server, releaseModules, {}, suite.admin)
    expect(modules?.find((one) => one.name === name)).toMatchObject({
      served: '1.0.0-b1',
      unusable: [unusable],
    })
    const row = { version: '2.0.0', served: '1.0.0-b1', offered: '1.0.0-b1', refusals }
    const { data: own } = await send(suite.server, tenantReleases, { limit: 1000 }, suite.here)
    expect(own?.list.find((one) => one.name === name)).toMatchObject(row)
    const { data: tenants } = await send(suite.server, releaseTenants, { name, limit: 1000 }, suite.admin)
    expect(tenants?.list[0]).toMatchObject({ tenantId, ...row })
    expect(tenants?.list[1]).toMatchObject({ version: '1.0.0-b1', served: '1.0.0-b1', refusals: [] })
    await suite.database.owner.deleteFrom('tenantRelease').where('name', '=', name).execute()
  })
})

it('activates a development build on its own machine only, and never registers it', async () => {
  const manifest = 'http://127.0.0.1:4000/release.json'
  const version = '0.0.0-development'
  const remotes = [
    { name, routes: ['/own'], active: version, releases: { [version]: { manifest, development: true } } },
  ]
  await writeFile(join(suite.locations.webFolder, 'remotes.json'), JSON.stringify({ remotes }))
  await registerSuite(suite.server.services, logger)
  expect(await entry()).toEqual(remotes[0])
})

describe('the files of releases', () => {
  it('are served only from the release folders', async () => {
    await build('1.0.0-b1')
    await writeFile(join(suite.locations.releasesFolder, 'secret.js'), 'x')
    await mkdir(join(suite.locations.releasesFolder, name, 'notes'), { recursive: true })
    await writeFile(join(suite.locations.releasesFolder, name, 'notes/release.json'), '{}')
    for (const path of [
      `/remotes/${name}/1.0.0-b1/nothing.js`,
      `/remotes/${name}/1.0.0-b1/..%2F..%2Fsecret.js`,
      `/remotes/${name}/..%2F..%2Fsecret.js/release.json`,
      `/remotes/%2e%2e/1.0.0-b1/release.json`,
      `/remotes/${name}/notes/release.json`,
      '/remotes/secret.js',
      `/remotes/${name}/1.0.0-b1/.hidden`,
    ])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 })
  })
})
