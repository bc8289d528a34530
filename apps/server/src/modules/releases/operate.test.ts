import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  codes,
  releaseActivate,
  releaseList,
  releaseModules,
  releaseRegistry,
  releaseRollback,
  releaseRollout,
} from '@atrium/contract'
import type { Registry } from '@atrium/federation/registry'
import { describe, expect, it } from '@jest/globals'
import type { Person } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { hostOffers, type ReleaseSuite, withModuleEach } from './test-kit/index.ts'

let suite: ReleaseSuite
let name: string
withModuleEach((started, added) => {
  suite = started
  name = added
})

const admin = () => ({ token: suite.admin.token })
const moduleNow = async () =>
  (await send(suite.server, releaseModules, {}, suite.admin)).data?.find((one) => one.name === name)
/** Registry entry of the module for a visitor who is not signed in. */
const publicEntry = async (server = suite.server) => {
  const response = await fetch(`${server.address}/remotes.json`)
  return ((await response.json()) as Registry).remotes.find((entry) => entry.name === name)
}
const entryOf = async (person: Person) =>
  ((await send(suite.server, releaseRegistry, {}, person)).data as Registry).remotes.find(
    (entry) => entry.name === name,
  )
const lastEvent = () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorName', 'call', 'entityId', 'reason', 'before', 'after', 'subjects'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

const activate = (input: object = {}, as = admin()) =>
  send(suite.server, releaseActivate, { name, version: '1.2.0', reason: '修复列表', ...input }, as)
const rollback = (input: object = {}) =>
  send(suite.server, releaseRollback, { name, reason: '列表空白', ...input }, admin())
const share = (percentage: number, version = '1.2.0') =>
  send(suite.server, releaseRollout, { name, version, percentage, reason: '' }, admin())

describe('activating', () => {
  it('makes a release active immediately on every server, and audits the user and the reason', async () => {
    expect((await publicEntry())?.active).toBe('1.1.0')
    expect(await activate({ rowVersion: 1 })).toMatchObject({ code: codes.ok, message: '已启用该版本' })
    for (const server of [suite.server, suite.other])
      expect(await publicEntry(server)).toMatchObject({ active: '1.2.0', previous: '1.1.0' })
    expect(await moduleNow()).toMatchObject({ active: '1.2.0', previous: '1.1.0', rowVersion: 2 })
    expect(await lastEvent()).toMatchObject({
      call: releaseActivate.path,
      entityId: name,
      reason: '修复列表',
      before: { active: '1.1.0' },
      after: { active: '1.2.0' },
      subjects: [`${name}@1.1.0`, `${name}@1.2.0`],
    })
  })

  it('is rejected for an unknown or active release, and for a stale version', async () => {
    expect((await activate({ version: '7.0.0' })).code).toBe(codes.notFound)
    expect((await activate({ name: 'nobody' })).code).toBe(codes.notFound)
    expect(await activate({ version: '1.1.0' })).toMatchObject({
      code: codes.conflict,
      message: '该版本已在使用中',
    })
    await share(10)
    expect(await activate({ rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: expect.arrayContaining([{ field: 'rowVersion', current: 2 }]),
    })
    expect((await publicEntry())?.active).toBe('1.1.0')
  })

  it('succeeds once if two calls are concurrent', async () => {
    const responses = await Promise.all([activate({ rowVersion: 1 }), activate({ rowVersion: 1 })])
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.conflict])
  })

  it('is rejected for an incompatible release, which never reaches a browser', async () => {
    await suite.database.owner
      .updateTable('remoteRelease')
      .set({ needs: JSON.stringify({ host: 2, shared: {}, parts: {}, calls: {} }) })
      .where('id', '=', `${name}@1.2.0`)
      .execute()
    expect(await activate()).toMatchObject({
      code: codes.invalid,
      errors: [{ message: '需要宿主接口版本 2，与当前平台不一致' }],
    })
    const { data } = await send(suite.server, releaseList, { name }, suite.admin)
    expect(data?.list.map(({ version, refusals }) => [version, refusals.length])).toEqual([
      ['1.2.0', 1],
      ['1.1.0', 0],
      ['1.0.0', 0],
    ])
    // Simulates an update of the suite's shell with which the active release can no longer run.
    const host = join(suite.locations.webFolder, 'shell/host.json')
    writeFileSync(host, JSON.stringify({ ...hostOffers, api: 2 }))
    expect(await publicEntry()).toBeUndefined()
    writeFileSync(host, JSON.stringify(hostOffers))
    expect((await publicEntry())?.active).toBe('1.1.0')
  })

  it('is allowed for the platform only', async () => {
    for (const person of [suite.here, suite.guest, suite.ordinary])
      expect((await activate({}, person)).code).toBe(codes.forbidden)
  })
})

describe('the list of releases', () => {
  const versions = async (input: object) => {
    const { data } = await send(suite.server, releaseList, { name, ...input }, suite.admin)
    return { found: data?.list.map(({ version }) => version), totalCount: data?.totalCount }
  }

  it('filters releases by part of the version, or by the exact version', async () => {
    expect(await versions({ keyWord: '1.' })).toEqual({ found: ['1.2.0', '1.1.0', '1.0.0'], totalCount: 3 })
    expect(await versions({ keyWord: '.1.', limit: 1 })).toEqual({ found: ['1.1.0'], totalCount: 1 })
    expect(await versions({ version: '1.0.0' })).toEqual({ found: ['1.0.0'], totalCount: 1 })
    expect(await versions({ version: '1.0' })).toEqual({ found: [], totalCount: 0 })
    expect(await versions({ keyWord: '_' })).toEqual({ found: [], totalCount: 0 })
  })
})

describe('rolling back', () => {
  it('reactivates the previous release, and can be done once', async () => {
    await share(10)
    expect(await rollback()).toMatchObject({ code: codes.ok, message: '已回退到上一版本' })
    expect(await moduleNow()).toMatchObject({
      active: '1.0.0',
      previous: '',
      shareVersion: '',
      sharePercentage: 0,
    })
    expect(await publicEntry()).not.toHaveProperty('rules')
    expect(await rollback()).toMatchObject({ code: codes.conflict, message: '没有可以回退的上一版本' })
  })
})

describe('a partial rollout', () => {
  it('is in the registry until it ends or its release is activated', async () => {
    await share(25)
    expect((await publicEntry())?.rules).toEqual([{ version: '1.2.0', percentage: 25 }])
    expect(await moduleNow()).toMatchObject({ shareVersion: '1.2.0', sharePercentage: 25 })
    await share(0)
    expect(await publicEntry()).not.toHaveProperty('rules')
    await share(5)
    await activate()
    expect(await publicEntry()).not.toHaveProperty('rules')
  })

  it('adds the route prefixes of its release to those of the active one', async () => {
    await suite.database.owner
      .updateTable('remoteRelease')
      .set({ routes: ['/added'] })
      .where('id', '=', `${name}@1.2.0`)
      .execute()
    const { routes = [] } = (await publicEntry()) ?? {}
    await share(25)
    expect((await publicEntry())?.routes).toEqual([...routes, '/added'])
    await share(0)
    expect((await publicEntry())?.routes).toEqual(routes)
  })

  it('cannot use the active release or cover all browsers', async () => {
    expect((await share(10, '1.1.0')).code).toBe(codes.conflict)
    expect(await share(100)).toMatchObject({ code: codes.invalid, errors: [{ field: 'percentage' }] })
  })
})

describe('the registry', () => {
  it('shows visitors no tenant data, except that the registry must be fetched again after sign-in', async () => {
    const { tenantId } = suite.here
    await suite.database.owner
      .insertInto('tenantRelease')
      .values({ tenantId, id: name, name, mode: 'validated', version: '1.0.0', acceptedAt: null })
      .execute()
    const text = await (await fetch(`${suite.server.address}/remotes.json`)).text()
    expect(text).not.toContain(tenantId)
    expect(await publicEntry()).toMatchObject({ active: '1.1.0', personal: true })
    expect(await entryOf(suite.here)).toMatchObject({ active: '1.0.0', held: true })
    for (const key of ['personal', 'rules', 'previous'])
      expect(await entryOf(suite.here)).not.toHaveProperty(key)
    expect(await entryOf(suite.there)).toMatchObject({ active: '1.1.0', previous: '1.0.0' })
    expect(await entryOf(suite.there)).not.toHaveProperty('held')
    expect((await send(suite.server, releaseRegistry, {})).code).toBe(codes.noSession)
  })

  it('returns the earliest of the pinned releases to a member of several tenants', async () => {
    const { owner } = suite.database
    const { tenantId, userId } = suite.there
    for (const [tenant, version] of [
      [tenantId, '1.2.0'],
      [suite.guest.tenantId, '1.0.0'],
    ] as const)
      await owner
        .insertInto('tenantRelease')
        .values({ tenantId: tenant, id: name, name, mode: 'pinned', version, acceptedAt: null })
        .execute()
    expect((await entryOf(suite.there))?.active).toBe('1.2.0')
    await owner
      .insertInto('tenantUser')
      .values({ tenantId: suite.guest.tenantId, id: name, userId, roleId: null })
      .execute()
    expect((await entryOf(suite.there))?.active).toBe('1.0.0')
    await owner.deleteFrom('tenantUser').where('id', '=', name).execute()
  })
})
