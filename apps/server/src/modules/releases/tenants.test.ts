import {
  codes,
  releaseActivate,
  releaseTenantMode,
  releaseTenants,
  tenantDelete,
  tenantReleaseAccept,
  tenantReleaseMode,
  tenantReleases,
} from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import type { Person } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { type ReleaseSuite, withModuleEach } from './test-kit/index.ts'

let suite: ReleaseSuite
let name: string
withModuleEach((started, added) => {
  suite = started
  name = added
})

const own = async (person: Person = suite.here) =>
  (await send(suite.server, tenantReleases, { limit: 1000 }, person)).data?.list.find(
    (row) => row.name === name,
  )
const keep = (validated: boolean, input: object = {}, person: Person = suite.here) =>
  send(
    suite.server,
    tenantReleaseMode,
    { tenantId: suite.here.tenantId, name, validated, reason: '', ...input },
    person,
  )
const accept = (version: string, input: object = {}, person: Person = suite.here) =>
  send(
    suite.server,
    tenantReleaseAccept,
    { tenantId: suite.here.tenantId, name, version, reason: '验证报告 VR-7', ...input },
    person,
  )
const pinTenant = (mode: 'follow' | 'pinned' | 'validated', version = '', person: Person = suite.admin) =>
  send(
    suite.server,
    releaseTenantMode,
    { tenantId: suite.here.tenantId, name, mode, version, reason: '' },
    person,
  )
const activateNext = () =>
  send(suite.server, releaseActivate, { name, version: '1.2.0', reason: '' }, suite.admin)

describe('a tenant that validates releases', () => {
  it('keeps its release until its administrator accepts the active one', async () => {
    expect(await own()).toMatchObject({ mode: 'follow', version: '1.1.0', settingId: '', rowVersion: 0 })
    expect((await keep(true, { rowVersion: 0 })).code).toBe(codes.ok)
    expect(await own()).toMatchObject({ mode: 'validated', version: '1.1.0', offered: '', rowVersion: 1 })
    await activateNext()
    expect(await own()).toMatchObject({ version: '1.1.0', offered: '1.2.0' })
    expect(await accept('1.2.0', { rowVersion: 1 })).toMatchObject({
      code: codes.ok,
      message: '已接受该版本',
    })
    const { userName } = await suite.database.owner
      .selectFrom('appUser')
      .select('userName')
      .where('id', '=', suite.here.userId)
      .executeTakeFirstOrThrow()
    expect(await own()).toMatchObject({ version: '1.2.0', offered: '', acceptedBy: userName })
    expect((await own())?.acceptTime).toMatch(/^\d{4}-/)
    const event = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entityId', 'call', 'reason', 'after', 'subjects'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      tenantId: suite.here.tenantId,
      entityId: (await own())?.settingId,
      subjects: [`${name}@1.1.0`, `${name}@1.2.0`],
      call: tenantReleaseAccept.path,
      reason: '验证报告 VR-7',
      after: { version: '1.2.0', acceptedBy: userName },
    })
    expect((await keep(false)).code).toBe(codes.ok)
    expect(await own()).toMatchObject({ mode: 'follow', version: '1.2.0', acceptedBy: '' })
  })

  it('can accept only the offered release, with a reason and the current row version', async () => {
    expect(await accept('1.1.0')).toMatchObject({
      code: codes.conflict,
      message: '该租户自动更新，无需接受版本',
    })
    await keep(true)
    for (const version of ['1.1.0', '1.2.0', '1.0.0'])
      expect(await accept(version)).toMatchObject({ code: codes.conflict })
    await activateNext()
    expect(await accept('1.2.0', { reason: ' ' })).toMatchObject({ errors: [{ field: 'reason' }] })
    expect((await accept('1.2.0', { rowVersion: 9 })).code).toBe(codes.conflict)
    expect((await accept('1.2.0')).code).toBe(codes.ok)
  })

  it('cannot start validating before a release of the module is active', async () => {
    await suite.database.owner
      .updateTable('remoteModule')
      .set({ active: '' })
      .where('id', '=', name)
      .execute()
    expect((await keep(true)).code).toBe(codes.notFound)
  })

  it('is managed by its own administrators only', async () => {
    for (const work of [() => keep(true, {}, suite.there), () => accept('1.1.0', {}, suite.there)])
      expect((await work()).code).toBe(codes.notFound)
    for (const work of [() => keep(true, {}, suite.guest), () => pinTenant('pinned', '1.0.0', suite.here)])
      expect((await work()).code).toBe(codes.forbidden)
    const { data } = await send(suite.server, tenantReleases, { limit: 1000 }, suite.there)
    expect(new Set(data?.list.map(({ tenantId }) => tenantId))).toEqual(new Set([suite.there.tenantId]))
  })
})

describe('a tenant that the platform has pinned', () => {
  it('keeps its release, and its administrators cannot change that', async () => {
    expect((await pinTenant('pinned', '1.0.0')).code).toBe(codes.ok)
    expect(await own()).toMatchObject({ mode: 'pinned', version: '1.0.0', offered: '' })
    const message = '平台已将该租户固定在某一版本，请联系平台管理员'
    for (const work of [() => keep(false), () => keep(true), () => accept('1.1.0')])
      expect(await work()).toMatchObject({ code: codes.forbidden, message })
    expect((await pinTenant('follow')).code).toBe(codes.ok)
    expect(await own()).toMatchObject({ mode: 'follow', version: '1.1.0' })
  })

  it('can be pinned to an existing release only, and is listed first', async () => {
    expect((await pinTenant('pinned', '7.0.0')).code).toBe(codes.notFound)
    await pinTenant('validated')
    const { data } = await send(suite.server, releaseTenants, { name, limit: 10 }, suite.admin)
    expect(data?.list[0]).toMatchObject({
      tenantId: suite.here.tenantId,
      mode: 'validated',
      version: '1.1.0',
    })
    expect(data?.list.slice(1).every(({ mode }) => mode === 'follow')).toBe(true)
    const found = await send(suite.server, releaseTenants, { name, keyWord: 'nobody at all' }, suite.admin)
    expect(found.data).toMatchObject({ list: [], totalCount: 0 })
  })
})

it('deletes a tenant’s settings with the tenant', async () => {
  const tenantId = `gone-${name}`
  const { owner } = suite.database
  await owner
    .insertInto('tenant')
    .values({ id: tenantId, tenantName: tenantId, tenantCode: tenantId, abbr: 'G', categoryId: '' })
    .execute()
  await send(
    suite.server,
    releaseTenantMode,
    { tenantId, name, mode: 'pinned', version: '1.0.0', reason: '' },
    suite.admin,
  )
  expect((await send(suite.server, tenantDelete, { id: tenantId }, suite.admin)).code).toBe(codes.ok)
})
