import {
  auditEvent,
  auditExport,
  auditList,
  blinding,
  codes,
  globalTenantId,
  type InputOf,
  type Language,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { uuidv7 } from 'uuidv7'
import { type Person, type Suite, startSuite } from '../../app/test-kit/index.ts'
import { type AuditEvent, recordAudit, sealBatches } from '../../platform/audit/index.ts'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import { secrets, send } from '../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../products/licences/test-kit/index.ts'

let suite: Suite
/** A study in RTSM in the tenant of `here`. `here` is blinded in it, and so is `there`, who has the menu in another tenant only. */
let study: { readonly studyId: string; readonly studyUrlId: string }

beforeAll(async () => {
  suite = await startSuite()
  const { owner } = suite.database
  const { tenantId } = suite.here
  const softwareId = softwareCodes.rtsm
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studyId = uuidv7()
  study = { studyId, studyUrlId: await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId, studyId }) }
  const tenantUserId = uuidv7()
  await owner
    .insertInto('tenantUser')
    .values({ tenantId, id: tenantUserId, userId: suite.there.userId })
    .execute()
  const { id } = await owner
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', suite.here.userId)
    .executeTakeFirstOrThrow()
  const roles = [{ roleId: 'r', roleName: 'r', isBlind: blinding.blinded, siteIds: [], stockHouseIds: [] }]
  for (const member of [id, tenantUserId])
    await owner
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId, id: uuidv7(), studyUrlId: study.studyUrlId, tenantUserId: member, state: 'accepted' },
        ...{ language: 'zh', batchId: 'blinded' },
        grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true }),
      })
      .execute()
})

afterAll(() => suite.close())

/** Writes an event of the tenant and returns its id. */
const write = (call: string, more: Partial<AuditEvent> = {}): Promise<string> =>
  inTransaction(suite.database.db, asSystem, async (trx) => {
    const by = { actorId: suite.here.userId, actorName: 'here', tenantId: suite.here.tenantId }
    await recordAudit(trx, { ...by, entity: 'department', entityId: call, ...more, call })
    const written = trx.selectFrom('auditEvent').select('id').orderBy('sequence', 'desc').limit(1)
    return (await written.executeTakeFirstOrThrow()).id
  })

const found = async (input: InputOf<typeof auditList>, { token }: Person = suite.here) =>
  (await send(suite.server, auditList, { limit: 100, ...input }, { token })).data

const sealSeenBy = async (id: string, { token }: Person) =>
  (await send(suite.server, auditEvent, { id }, { token })).data?.seal

const exported = (
  input: InputOf<typeof auditExport>,
  { token }: Person = suite.here,
  language: Language = 'zh',
) =>
  fetch(`${suite.server.api}${auditExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, language },
    body: JSON.stringify(input),
  })

describe('a user who is blinded in a study', () => {
  it('sees the state of a seal, but not its number, time and hash', async () => {
    const waiting = await write('/waiting')
    expect(await sealSeenBy(waiting, suite.here)).toEqual({ state: 'waiting', number: 0, time: '', hash: '' })
    await sealBatches(suite.database.db, secrets.auditKey)
    expect(await sealSeenBy(waiting, suite.here)).toEqual({ state: 'intact', number: 0, time: '', hash: '' })
    expect(await sealSeenBy(waiting, suite.admin)).toMatchObject({
      state: 'intact',
      number: expect.any(Number),
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  it('sees no more of it as the administrator of a tenant without the study', async () => {
    const id = await write('/elsewhere', { tenantId: suite.there.tenantId })
    await sealBatches(suite.database.db, secrets.auditKey)
    expect(await sealSeenBy(id, suite.there)).toEqual({ state: 'intact', number: 0, time: '', hash: '' })
    expect((await (await exported({ format: 'jsonl' }, suite.there)).json()).code).toBe(codes.forbidden)
  })

  it.each([
    ['zh', '您在某项研究中为盲态'],
    ['en', 'You are blinded in a study'],
  ] as const)(
    'cannot export sealed lines, which is explained in %s and not recorded',
    async (language, said) => {
      const input = { entity: 'department', format: 'jsonl' } as const
      const events = () =>
        suite.database.owner
          .selectFrom('auditEvent')
          .select('id')
          .where('call', '=', auditExport.path)
          .execute()
      const before = await events()
      const message = expect.stringContaining(said)
      expect(await (await exported(input, suite.here, language)).json()).toMatchObject({
        ...{ code: codes.forbidden, message, errors: [{ field: 'format', message }] },
      })
      expect(await events()).toEqual(before)
      const lines = (await (await exported(input, suite.admin)).text()).trimEnd().split('\n')
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ events: expect.any(Number) })
    },
  )

  it('gets the same lists, totals and files whatever is hidden', async () => {
    await write('/seen')
    const input = { call: '/seen' }
    const seen = async () => [
      await found(input),
      await (await exported({ ...input, format: 'csv' })).text(),
      (await exported({ ...input, format: 'pdf' })).headers.get('x-expected-length'),
    ]
    const before = await seen()
    const hidden = { entity: 'product_authorization', after: { studyUrlId: study.studyUrlId } } as const
    for (const call of ['/seen', '/other']) await write(call, hidden)
    expect(await seen()).toEqual(before)
    expect(await found(input, suite.admin)).toMatchObject({ totalCount: 2 })
  })

  it('finds a hidden event as little as one that does not exist', async () => {
    const hidden = { entity: 'unblinding', after: { studyId: study.studyId } } as const
    const id = await write('/hidden', { ...hidden, requestId: 'hidden-request' })
    const { token } = suite.here
    for (const unknown of [id, 'nobody-has-it']) {
      expect((await send(suite.server, auditEvent, { id: unknown }, { token })).code).toBe(codes.notFound)
      expect((await send(suite.server, auditList, { before: unknown }, { token })).code).toBe(codes.notFound)
    }
    for (const filter of [
      { requestId: 'hidden-request' },
      { entity: 'unblinding' },
      { studyId: study.studyId },
    ])
      expect((await found(filter))?.list.map((event) => event.call)).not.toContain('/hidden')
    expect((await found({ requestId: 'hidden-request' }, suite.admin))?.list).toHaveLength(1)
  })

  it.each([
    ['copies of the trail, which count what is hidden', 'audit_export', { format: 'csv', count: 3 }],
    ['copies of another study’s trail', 'audit_export', { format: 'csv', count: 3, studyId: 'another' }],
    ['invitations with their studies', 'invitation', { status: 'withdrawn', studyUrlIds: [] }],
  ] as const)('does not see %s', async (name, entity, after) => {
    const call = `/${name.replaceAll(' ', '-')}`
    await write(call, { entity, after })
    expect(await found({ call })).toMatchObject({ list: [], totalCount: 0 })
    expect(await found({ call }, suite.admin)).toMatchObject({ totalCount: 1 })
  })

  it('sees other events of invitations', async () => {
    await write('/accepted', { entity: 'invitation', after: { status: 'accepted' } })
    expect(await found({ call: '/accepted' })).toMatchObject({ totalCount: 1 })
  })
})

describe('an administrator of a tenant', () => {
  it('finds neither the platform’s events nor those of another tenant by their ids', async () => {
    const more = { requestId: 'foreign-request', actorId: 'foreign-actor' }
    const foreign = await write('/foreign', { ...more, tenantId: suite.there.tenantId, entityId: 'foreign' })
    const platform = await write('/foreign', { ...more, tenantId: globalTenantId, entityId: 'foreign' })
    const { token } = suite.here
    for (const id of [foreign, platform]) {
      expect((await send(suite.server, auditEvent, { id }, { token })).code).toBe(codes.notFound)
      expect((await send(suite.server, auditList, { before: id }, { token })).code).toBe(codes.notFound)
    }
    const filters = [
      { requestId: 'foreign-request' },
      { actorId: 'foreign-actor' },
      { entity: 'department', entityId: 'foreign' },
      { call: '/foreign' },
      { call: '/foreign', tenantId: globalTenantId },
    ]
    for (const filter of filters) {
      expect(await found(filter)).toMatchObject({ list: [], totalCount: 0, searchedTo: '' })
      const file = await exported({ ...filter, format: 'csv' })
      expect((await file.json()).code).toBe(codes.notFound)
    }
    expect(await found({ call: '/foreign' }, suite.admin)).toMatchObject({ totalCount: 2 })
  })

  it('is rejected with a time zone that does not exist', async () => {
    const { token } = suite.here
    const timeZone = 'Mars/Phobos'
    expect((await send(suite.server, auditEvent, { id: 'x', timeZone }, { token })).code).toBe(codes.invalid)
    expect(await (await exported({ format: 'csv', timeZone })).json()).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'timeZone' }] },
    })
  })
})
