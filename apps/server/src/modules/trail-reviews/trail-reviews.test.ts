import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  auditList,
  blinding,
  type Call,
  codes,
  departmentDelete,
  departmentSave,
  globalTenantId,
  type InputOf,
  platformTrailAreas,
  type SignatureMeaning,
  softwareCodes,
  type TrailArea,
  type TrailReviewDetails,
  trailAreas,
  trailReviewCancel,
  trailReviewConclude,
  trailReviewExport,
  trailReviewFinding,
  trailReviewInfo,
  trailReviewList,
  trailReviewLook,
  trailReviewNotices,
  trailReviewSave,
  trailReviewStart,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { secrets } from '../../../test-support/secrets.ts'
import { testServices } from '../../../test-support/services.ts'
import { type Person, type Suite, signatureBy, signedIn, startSuite } from '../../app/test-kit/index.ts'
import { sealBatches } from '../../platform/audit/index.ts'
import { tenantAdministrator } from '../access/index.ts'
import { dayFromNow } from '../access/test-kit/index.ts'
import { messagesTo, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { pseudonymised } from '../privacy/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../products/licences/test-kit/index.ts'
import { nextDueDay } from './conclude.ts'
import { trailReviewReminder } from './reminder.ts'

jest.setTimeout(180_000)

const run = promisify(execFile)

let suite: Suite
/** A colleague with all menus of the tenant, who can sign. */
let colleague: Person & { readonly memberId: string }

const owner = () => suite.database.owner
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = suite.here) =>
  send(suite.server, made, input, sender)
const seal = () => sealBatches(suite.database.db, secrets.auditKey)

/** Adds an administrator of the tenant. */
async function addAdministrator() {
  const person = await signedIn(suite.database, null)
  const memberId = randomUUID()
  const { tenantId } = suite.here
  await owner()
    .insertInto('tenantUser')
    .values({ tenantId, id: memberId, userId: person.userId, roleId: tenantAdministrator.id })
    .execute()
  return { ...person, memberId }
}

beforeAll(async () => {
  suite = await startSuite()
  colleague = await addAdministrator()
})

afterAll(() => suite.close())

type Plan = InputOf<typeof trailReviewSave>

const plan = (more: Partial<Plan> = {}): Plan => ({
  ...{ tenantId: suite.here.tenantId, name: '季度复核', studyId: '', reviewers: [] },
  ...{ areas: ['deletions', 'unexplained'], fromDay: '', dueDay: dayFromNow(20), everyMonths: 0 },
  ...more,
})

const planned = async (more: Partial<Plan> = {}, sender?: Sender): Promise<string> => {
  const { data, message } = await call(trailReviewSave, plan(more), sender)
  if (!data) throw new Error(message)
  return data
}

let made = 0

/** Deletes a new department, without a reason. @returns its id */
const removeDepartment = async (sender: Sender = suite.here) => {
  const { tenantId } = suite.here
  const department = { tenantId, parentId: '0', departmentName: `科室${++made}` }
  const { data } = await call(departmentSave, department, { ...sender, reason: '' })
  const id = String(data)
  expect(await call(departmentDelete, { id }, sender)).toMatchObject({ code: codes.ok })
  return id
}

/** Plans a review, and begins it. */
const begun = async (more: Partial<Plan> = {}) => {
  await removeDepartment()
  await seal()
  const id = await planned(more)
  expect(await call(trailReviewStart, { id })).toMatchObject({ code: codes.ok })
  return id
}

const infoOf = async (id: string, sender?: Sender): Promise<TrailReviewDetails> => {
  const { data, message } = await call(trailReviewInfo, { id }, sender)
  if (!data) throw new Error(message)
  return data
}

const signed = async (person: Person, meaning?: SignatureMeaning): Promise<Sender> => ({
  token: person.token,
  signature: await signatureBy(suite, person, meaning),
})

const lookAt = async (
  id: string,
  sender?: Sender,
  areas: readonly TrailArea[] = ['deletions', 'unexplained'],
) => {
  for (const area of areas)
    expect(await call(trailReviewLook, { id, area }, sender)).toMatchObject({ code: codes.ok })
}

const conclude = async (id: string, person: Person = suite.here) =>
  call(trailReviewConclude, { id, conclusion: '未见异常' }, await signed(person))

const finding = (reviewId: string, more: Partial<InputOf<typeof trailReviewFinding>> = {}) => ({
  ...{ reviewId, area: 'deletions' as const, severity: 'major' as const, finding: '删除未说明原因' },
  ...{ action: '补充说明', responsible: '王敏', dueDay: dayFromNow(7), ...more },
})

const reviewsOf = async (state: 'planned' | 'overdue') =>
  (await call(trailReviewList, { tenantId: suite.here.tenantId, state, limit: 100 })).data?.list ?? []

describe('a review of the trail', () => {
  it('covers the sealed events since the one that it repeats, and lists exactly those it counts', async () => {
    const id = await begun({
      areas: [...trailAreas].filter((area) => !platformTrailAreas.includes(area)),
      everyMonths: 3,
    })
    const later = await removeDepartment()
    await seal()
    const info = await infoOf(id)
    expect(info).toMatchObject({ state: 'open', fromTime: '', seal: { state: 'intact' } })
    for (const { area, events } of info.reviewedAreas) {
      const { data } = await call(auditList, { reviewId: id, area, limit: 100 })
      expect([area, data?.totalCount]).toEqual([area, events])
      expect(data?.list.map(({ entityId }) => entityId)).not.toContain(later)
    }
    const countOf = (area: TrailArea) => info.reviewedAreas.find((one) => one.area === area)
    expect(countOf('deletions')).toMatchObject({ events: 1, own: 1, looks: [] })
    expect(countOf('unexplained')).toMatchObject({ events: 1 })
    await lookAt(id, colleague, info.areas)
    expect((await infoOf(id)).reviewedAreas[0]?.looks).toMatchObject([
      { events: countOf('all')?.events, own: 0, firstSequence: expect.any(Number) },
    ])
    expect(await conclude(id)).toMatchObject({ code: codes.ok })

    const next = (await reviewsOf('planned')).find(({ isRepeated }) => isRepeated)
    expect(next).toMatchObject({ name: '季度复核', everyMonths: 3, fromTime: info.untilTime })
    const nextId = next?.id ?? ''
    expect(
      await call(trailReviewSave, {
        ...plan({ areas: next?.areas ?? [] }),
        id: nextId,
        fromDay: '2026-01-01',
      }),
    ).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'fromDay' }],
    })
    expect(await call(trailReviewStart, { id: nextId })).toMatchObject({ code: codes.ok })
    const again = await call(auditList, { reviewId: nextId, area: 'deletions' })
    expect(again.data?.list.map(({ entityId }) => entityId)).toEqual([later])
    await owner().updateTable('trailReview').set({ state: 'cancelled' }).where('id', '=', nextId).execute()
  })

  it('cannot be concluded before everything was looked at, nor without a signature as reviewer', async () => {
    const id = await begun()
    expect(await conclude(id)).toMatchObject({
      code: codes.conflict,
      message: '以下内容尚未查看：删除、未填变更原因',
    })
    await lookAt(id)
    expect(await call(trailReviewConclude, { id, conclusion: '未见异常' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'signature' }],
      signatureMeaning: 'reviewer',
    })
    expect(
      await call(trailReviewConclude, { id, conclusion: '未见异常' }, await signed(suite.here, 'author')),
    ).toMatchObject({
      code: codes.invalid,
    })
    expect(await infoOf(id)).toMatchObject({ state: 'open', conclusion: '' })
    expect(await conclude(id)).toMatchObject({ code: codes.ok })
    expect(await conclude(id)).toMatchObject({ code: codes.conflict })
  })

  it('is signed over its record, which the PDF has attached, and shows when it was changed', async () => {
    const id = await begun()
    const { data: events } = await call(auditList, { reviewId: id, area: 'deletions' })
    const eventId = events?.list[0]?.id ?? ''
    await lookAt(id)
    expect(await call(trailReviewFinding, finding(id, { eventId }))).toMatchObject({ code: codes.ok })
    expect(await call(trailReviewFinding, finding(id, { eventId: 'unknown' }))).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'eventId' }],
    })
    expect(await conclude(id)).toMatchObject({ code: codes.ok })
    const info = await infoOf(id)
    expect(info).toMatchObject({
      ...{ state: 'concluded', conclusion: '未见异常', isPartial: false, openFindings: 1 },
      signature: { state: 'intact', meaning: 'reviewer' },
    })
    const signature = await owner()
      .selectFrom('signature')
      .select('contentHash')
      .where('entityId', '=', id)
      .executeTakeFirstOrThrow()
    expect(info.recordSha256).toBe(signature.contentHash)

    const response = await fetch(`${suite.server.api}${trailReviewExport.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: suite.here.token, language: 'zh' },
      body: JSON.stringify({ reviewId: id }),
    })
    const folder = await mkdtemp(join(tmpdir(), 'atrium-review-'))
    const [file, target] = [join(folder, 'review.pdf'), join(folder, 'record.json')]
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    await run('pdfdetach', ['-savefile', 'audit-trail-review.json', '-o', target, file])
    const record = await readFile(target)
    expect(createHash('sha256').update(record).digest('hex')).toBe(info.recordSha256)
    expect(JSON.parse(record.toString())).toMatchObject({
      review: { id, conclusion: '未见异常', sealState: 'intact' },
      looks: [{ area: 'deletions', events: expect.any(Number) }, { area: 'unexplained' }],
      findings: [{ eventId, responsible: '王敏' }],
    })
    const { stdout } = await run('pdftotext', ['-layout', file, '-'])
    for (const text of ['审计追踪复核', '删除未说明原因', '未见异常', info.recordSha256.slice(0, 20)])
      expect(stdout).toContain(text)
    await rm(folder, { recursive: true })

    const stored = owner().updateTable('trailReview').where('id', '=', id)
    await stored.set({ record: record.toString().replace('未见异常', '有异常') }).execute()
    expect((await infoOf(id)).signature.state).toBe('broken')
  })

  it('has findings that are closed later, when nothing else can be changed', async () => {
    const id = await begun()
    const made = await call(trailReviewFinding, finding(id))
    const change = (more: object) =>
      call(trailReviewFinding, { ...finding(id), id: String(made.data), ...more })
    expect(await change({ severity: 'minor' })).toMatchObject({ code: codes.ok })
    await lookAt(id)
    expect(await conclude(id)).toMatchObject({ code: codes.ok })
    expect(await call(trailReviewFinding, finding(id))).toMatchObject({ code: codes.conflict })
    expect(await change({ severity: 'critical', outcome: '已补充' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'severity' }],
    })
    expect(await change({ severity: 'minor' })).toMatchObject({ errors: [{ field: 'outcome' }] })
    expect(await change({ severity: 'minor', outcome: '已补充' })).toMatchObject({ code: codes.ok })
    expect((await infoOf(id)).findings).toMatchObject([
      { outcome: '已补充', closedAt: expect.stringMatching(/T/) },
    ])
    expect(await change({ severity: 'minor', outcome: '再次' })).toMatchObject({ code: codes.invalid })
    expect((await infoOf(id)).signature.state).toBe('intact')
  })

  it('shows reviewers in the language of the reader, and by their pseudonym once they have one', async () => {
    const person = await addAdministrator()
    const [fullName, fullNameEn, userName] = ['章若溪', 'Zhang Ruoxi', 'zhang.ruoxi']
    await owner()
      .updateTable('appUser')
      .set({ fullName, fullNameEn, userName })
      .where('id', '=', person.userId)
      .execute()
    const id = await begun()
    await lookAt(id, person)
    expect(await call(trailReviewFinding, finding(id), person)).toMatchObject({ code: codes.ok })
    const before = await infoOf(id)
    expect(before).toMatchObject({ findings: [{ finderName: fullName }] })
    const english = { ...suite.here, language: 'en' } as const
    expect(await infoOf(id, english)).toMatchObject({ findings: [{ finderName: fullNameEn }] })
    const pseudonym = await pseudonymised(suite, person.userId)
    const after = await infoOf(id)
    expect(after).toMatchObject({ findings: [{ finderName: pseudonym }] })
    for (const shown of [after, await infoOf(id, english)])
      expect(JSON.stringify(shown)).not.toMatch(/章若溪|zhang.ruoxi/i)
  })

  it('is for its reviewers, who hold both menus', async () => {
    const { guest } = suite
    expect(await call(trailReviewSave, plan({ reviewers: [guest.userId] }))).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'reviewers' }],
    })
    const id = await planned({ reviewers: [colleague.userId] })
    expect(await call(trailReviewStart, { id })).toMatchObject({ code: codes.forbidden })
    await removeDepartment()
    await seal()
    expect(await call(trailReviewLook, { id, area: 'deletions' }, colleague)).toMatchObject({
      code: codes.conflict,
    })
    expect(await call(trailReviewStart, { id }, colleague)).toMatchObject({ code: codes.ok })
    expect(await call(trailReviewLook, { id, area: 'all' }, colleague)).toMatchObject({
      code: codes.notFound,
    })
    expect(await call(trailReviewFinding, finding(id))).toMatchObject({ code: codes.forbidden })
    expect(await infoOf(id)).toMatchObject({ mayReview: false })
    expect(await call(trailReviewCancel, { id })).toMatchObject({ code: codes.ok })
    expect(await call(trailReviewLook, { id, area: 'deletions' }, colleague)).toMatchObject({
      code: codes.conflict,
    })
    expect(await call(trailReviewSave, plan({ areas: ['signIns'] }))).toMatchObject({
      errors: [{ field: 'areas' }],
    })
  })

  it('is nothing to other tenants, and the platform’s is nothing to tenants', async () => {
    const { there, admin } = suite
    const id = await begun()
    for (const [made, input] of [
      [trailReviewInfo, { id }],
      [trailReviewStart, { id }],
      [trailReviewLook, { id, area: 'deletions' }],
      [trailReviewConclude, { id, conclusion: '试探' }],
      [trailReviewCancel, { id }],
      [trailReviewFinding, finding(id)],
      [trailReviewSave, { ...plan(), id }],
      [auditList, { reviewId: id }],
    ] as const)
      expect(await call(made as Call, input, there)).toMatchObject({ code: codes.notFound })
    const platform = plan({ tenantId: globalTenantId, areas: ['signIns', 'archives'] })
    expect(await call(trailReviewSave, platform)).toMatchObject({ code: codes.forbidden })
    const own = await call(trailReviewSave, platform, admin)
    expect(await call(trailReviewStart, { id: String(own.data) }, admin)).toMatchObject({ code: codes.ok })
    expect(await infoOf(String(own.data), admin)).toMatchObject({ areas: ['signIns', 'archives'] })
    expect(await call(trailReviewInfo, { id: String(own.data) })).toMatchObject({ code: codes.notFound })
    expect(await call(trailReviewList, { tenantId: globalTenantId })).toMatchObject({ code: codes.notFound })
  })

  it('is on the first page when it is due or overdue, and is reminded of twice', async () => {
    await owner().updateTable('trailReview').set({ state: 'cancelled' }).execute()
    const email = 'reviewer@hospital.example'
    await owner()
      .updateTable('appUser')
      .set({ email, emailKey: email })
      .where('id', '=', colleague.userId)
      .execute()
    const mails = async () => (await messagesTo(suite.database, email)).length
    const id = await planned({ reviewers: [colleague.userId] })
    const due = (count: number) =>
      owner()
        .updateTable('trailReview')
        .set({ dueDay: dayFromNow(count) })
        .where('id', '=', id)
        .execute()
    const notices = async (sender?: Sender) => (await call(trailReviewNotices, {}, sender)).data
    const remind = () =>
      trailReviewReminder.run({
        ...{ services: testServices(suite.database), params: '', signal: new AbortController().signal },
      })
    expect(await notices(colleague)).toEqual([])
    for (const [days, sent] of [
      [20, 0],
      [13, 1],
      [12, 1],
      [2, 2],
      [-1, 2],
    ] as const) {
      await due(days)
      await remind()
      expect([days, await mails()]).toEqual([days, sent])
    }
    expect(await notices(colleague)).toMatchObject([
      { tenantId: suite.here.tenantId, due: 0, overdue: 1, dueDay: dayFromNow(-1) },
    ])
    expect(await notices()).toEqual([])
    expect(await reviewsOf('overdue')).toMatchObject([{ id, isOverdue: true }])
  })

  it('is due again on the same day of a later month', () => {
    expect(nextDueDay({ dueDay: '2026-01-31', everyMonths: 1 }, '2026-01-10')).toBe('2026-02-28')
    expect(nextDueDay({ dueDay: '2026-01-31', everyMonths: 3 }, '2026-05-01')).toBe('2026-07-31')
  })
})

describe('a reviewer who is blinded in a study', () => {
  it('sees only their own part of a review, and can conclude only that', async () => {
    const blinded = await addAdministrator()
    const { tenantId } = suite.here
    const softwareId = softwareCodes.rtsm
    const tenantUrlId = await addDomain(owner(), { tenantId, softwareId })
    const studyUrlId = await addLinkedStudy(owner(), {
      tenantId,
      softwareId,
      tenantUrlId,
      studyId: randomUUID(),
    })
    const roles = [{ roleId: 'r', roleName: 'r', isBlind: blinding.blinded, siteIds: [], stockHouseIds: [] }]
    await owner()
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId, id: randomUUID(), studyUrlId, tenantUserId: blinded.memberId, state: 'accepted' },
        ...{ language: 'zh', batchId: 'blinded' },
        grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true }),
      })
      .execute()
    const id = await begun()
    await lookAt(id)
    await call(trailReviewFinding, finding(id, { finding: '揭盲未批准' }))
    await lookAt(id, blinded)
    const seen = await infoOf(id, blinded)
    expect(seen).toMatchObject({
      ...{ isBlinded: true, findings: [], findingCount: 0 },
      ...{ seal: { state: 'intact', number: 0, hash: '' }, recordSha256: '' },
    })
    expect(seen.reviewedAreas.flatMap(({ looks }) => looks)).toMatchObject([
      { firstSequence: 0, lastSequence: 0 },
      { firstSequence: 0, lastSequence: 0 },
    ])
    expect(await conclude(id, blinded)).toMatchObject({ code: codes.forbidden })
    const { data: list } = await call(auditList, { entity: 'trail_review_look', limit: 100 }, blinded)
    expect(list?.totalCount).toBe(0)

    const own = await begun()
    await lookAt(own, blinded)
    expect(await conclude(own, blinded)).toMatchObject({ code: codes.ok })
    expect(await infoOf(own)).toMatchObject({ isPartial: true, concluderName: expect.any(String) })
  })
})
