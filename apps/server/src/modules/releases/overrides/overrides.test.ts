import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codes, overrideAllow, overrideEnd, parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { type Person, signedIn, signedInMember, testApp } from '../../../app/test-kit/index.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { withPool } from '../../../platform/database/connect.ts'
import { createPool } from '../../../platform/database/pool.ts'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../../access/index.ts'

let database: TestDatabase
let admin: Person
let withoutMenu: Person[]
let folder: string
let app: FastifyInstance
let strict: FastifyInstance
/** A server without a database. */
let alone: FastifyInstance
const noSelection = withPool(createPool('postgres://nobody@127.0.0.1:1/none'))

const template = {
  scripts: [],
  styles: [],
  texts: {},
  skeletonCss: 'body{margin:0}',
  skeletons: { signedOut: '', signedIn: '' },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-overrides-'))
  await mkdir(join(folder, 'shell'))
  await writeFile(join(folder, 'remotes.json'), '{"remotes":[]}')
  await writeFile(join(folder, 'shell/page.json'), JSON.stringify(template))
  database = await createTestDatabase({ seeded: true })
  await database.owner.insertInto('remoteModule').values({ id: 'tenant-admin', rolledBackAt: null }).execute()
  admin = await signedIn(database, platformAdministrator.id)
  withoutMenu = [
    await signedIn(database, ordinaryUser.id),
    await signedInMember(database, tenantAdministrator.id),
    await signedIn(database, null),
  ]
  const releases = { webFolder: folder, releasesFolder: folder, keysFile: undefined }
  const profile = parseProfile({ modules: { overrides: true } })
  app = await testApp(database.db, { profile, releases })
  alone = await testApp(noSelection, { profile, releases })
  strict = await testApp(database.db, { releases })
})

afterAll(async () => {
  await Promise.all([app.close(), strict.close(), alone.close(), noSelection.destroy()])
  await database.close()
  await rm(folder, { recursive: true })
})

const origin = 'http://127.0.0.1:8090'
const allowed = { name: 'tenant-admin', origin }

const call = async (path: string, token: string, payload: object, server = app) => {
  const response = await server.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: token },
    payload,
  })
  return response.json<{ code: number; message: string; data: { expireTime: string } }>()
}

/** Requests the page with the cookie of a session. */
async function pageOf(token: string, server = app) {
  const cookie = `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: token }))}`
  const { headers, body } = await server.inject({ url: '/', headers: { cookie } })
  return { policy: String(headers['content-security-policy']), body }
}

describe('a module from the user’s own machine', () => {
  it('runs for eight hours in the pages of the session that allows it, and in no others', async () => {
    const { data } = await call(overrideAllow.path, admin.token, allowed)
    expect(Date.parse(data.expireTime) - Date.now()).toBeGreaterThan(7.9 * 3_600_000)
    const { policy, body } = await pageOf(admin.token)
    for (const directive of ['script-src', 'style-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* ${origin}`))
    expect(body).toContain(`"origin":"${origin}"`)
    for (const other of [...withoutMenu.map(({ token }) => token), 'nobody', '']) {
      const page = await pageOf(other)
      expect(page.policy).not.toContain(origin)
      expect(page.body).not.toContain('atrium-overrides')
    }
  })

  it('runs from its release again when the override is ended or expires', async () => {
    const { token } = admin
    await call(overrideAllow.path, token, allowed)
    expect((await call(overrideEnd.path, token, { name: allowed.name })).code).toBe(codes.ok)
    expect((await pageOf(token)).policy).not.toContain(origin)
    expect((await call(overrideEnd.path, token, { name: allowed.name })).code).toBe(codes.notFound)

    await call(overrideAllow.path, token, allowed)
    await database.owner
      .updateTable('moduleOverride')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('sessionHash', '=', tokenHash(token))
      .execute()
    expect((await pageOf(token)).policy).not.toContain(origin)
  })

  it('is audited with its origin when it starts and when it ends', async () => {
    const { token } = admin
    await call(overrideAllow.path, token, allowed)
    await call(overrideEnd.path, token, { name: allowed.name })
    const events = await database.owner
      .selectFrom('auditEvent')
      .select(['call', 'after', 'before'])
      .where('entity', '=', 'module_override')
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute()
    expect(events[0]).toMatchObject({ call: overrideEnd.path, before: allowed })
    expect(events[1]).toMatchObject({ call: overrideAllow.path, after: allowed })
  })

  it('requires the menu of modules in a system role, both to allow it and on every page', async () => {
    for (const { token } of withoutMenu)
      expect((await call(overrideAllow.path, token, allowed)).code).toBe(codes.forbidden)
    // Equivalent to a role that was removed after the override was allowed.
    const [{ token } = admin] = withoutMenu
    const values = { sessionHash: tokenHash(token), ...allowed, expiresAt: new Date(Date.now() + 60_000) }
    await database.owner.insertInto('moduleOverride').values(values).execute()
    expect((await pageOf(token)).policy).not.toContain(origin)
    expect((await call(overrideEnd.path, token, { name: allowed.name })).code).toBe(codes.ok)
  })

  it('requires a profile that permits it, both to allow it and on every page', async () => {
    const { token } = admin
    const rejected = await call(overrideAllow.path, token, allowed, strict)
    expect(rejected).toMatchObject({ code: codes.switchedOff, message: expect.stringContaining('不允许') })
    await call(overrideAllow.path, token, allowed)
    expect((await pageOf(token, strict)).policy).not.toContain(origin)
  })

  it('must exist in the suite', async () => {
    const { code } = await call(overrideAllow.path, admin.token, { ...allowed, name: 'nobody' })
    expect(code).toBe(codes.notFound)
    expect((await pageOf(admin.token)).body).not.toContain('nobody')
  })

  it('does not block the page while the database is unavailable', async () => {
    await call(overrideAllow.path, admin.token, allowed)
    const { policy, body } = await pageOf(admin.token, alone)
    expect(policy).not.toContain(origin)
    expect(body).toContain('<div id="root">')
  })

  it('cannot be allowed by a link: a session’s cookie alone is not enough', async () => {
    await call(overrideEnd.path, admin.token, { name: allowed.name })
    const cookie = `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: admin.token }))}`
    const query = new URLSearchParams({ develop: allowed.name, from: origin })
    const sent = { ...allowed, authorization: admin.token }
    for (const request of [
      { method: 'GET', url: `/?${query}` },
      { method: 'GET', url: `/api${overrideAllow.path}?${new URLSearchParams(sent)}` },
      { method: 'POST', url: `/api${overrideAllow.path}`, payload: allowed },
    ] as const)
      await app.inject({ ...request, headers: { cookie } })
    expect((await pageOf(admin.token)).policy).not.toContain(origin)
  })

  it.each([
    'https://127.0.0.1:8090',
    'http://127.0.0.1',
    'http://127.0.0.1:8090/path',
    'http://127.0.0.1:8090; script-src *',
    'http://127.0.0.2:8090',
    'http://10.0.0.1:8090',
    'http://localhost.elsewhere.example:8090',
    'http://localhost.:8090',
    'http://127.0.0.1.nip.io:8090',
    'http://127.0.0.1:8090@elsewhere.example',
    'http://127.0.0.1:8090.elsewhere.example',
    'http://127.1:8090',
    'http://2130706433:8090',
    'http://0.0.0.0:8090',
    'http://[::ffff:127.0.0.1]:8090',
    'http://user@localhost:8090',
    'http://[::1]:8090',
    'http://127.0.0.1:0',
    'http://127.0.0.1:08090',
    'http://127.0.0.1:65536',
    'http://localhost:99999',
    'https://elsewhere.example',
    '*',
  ])('comes from no other address, as %s', async (address) => {
    const response = await call(overrideAllow.path, admin.token, { ...allowed, origin: address })
    expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'origin' }] })
  })

  it.each(['http://127.0.0.1:1', 'http://localhost:65535'])(
    'comes from any port that there is, as %s',
    async (address) => {
      const { code } = await call(overrideAllow.path, admin.token, { ...allowed, origin: address })
      expect(code).toBe(codes.ok)
    },
  )
})
