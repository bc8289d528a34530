import { createHash } from 'node:crypto'
import {
  type AccessReviewItem,
  accessReviewCancel,
  accessReviewChange,
  accessReviewChangeRole,
  accessReviewClose,
  accessReviewConfirm,
  accessReviewExport,
  accessReviewInfo,
  accessReviewItems,
  accessReviewList,
  accessReviewNotices,
  accessReviewRevoke,
  accessReviewSave,
  accessReviewWork,
  blinding,
  type Call,
  codes,
  globalTenantId,
  type InputOf,
  inviteIwrs,
  softwareCodes,
  studyUserSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { testServices } from '../../../test-support/services.ts'
import { textOfPdf } from '../../app/conformance/blinding/pdf.ts'
import { signatureBy } from '../../app/test-kit/index.ts'
import { dayFromNow } from '../access/test-kit/index.ts'
import { messagesTo, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { pseudonymised } from '../privacy/test-kit/index.ts'
import {
  answering,
  type Inviting,
  roleId,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'
import { accessReviewReminder, keepAccessReviews } from './index.ts'

jest.setTimeout(180_000)

let inviting: Inviting
/** A member of the tenant without any menu, who is named as a reviewer. */
let reviewer: Sender & { readonly userId: string; readonly memberId: string }

beforeAll(async () => {
  inviting = await startInviting()
  reviewer = await inviting.addAdministrator('tenant-member')
  inviting.product.offers([])
})

afterAll(() => inviting.close())

const owner = () => inviting.suite.database.owner
const services = () => testServices(inviting.suite.database)
const keep = () => keepAccessReviews(services())
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = inviting.suite.here) =>
  send(inviting.suite.server, made, input, sender)

const fields = (more: Partial<InputOf<typeof accessReviewSave>> = {}) => ({
  ...{ tenantId: inviting.tenantId, name: '季度复核', studyId: inviting.edc.studyId },
  ...{ reviewers: [reviewer.userId], firstDay: dayFromNow(0), duration: 20, everyMonths: 0 },
  ...{ unanswered: 'revoke' as const, ...more },
})

/** Plans a review that opens at once. @returns its id */
async function opened(more: Partial<InputOf<typeof accessReviewSave>> = {}): Promise<string> {
  const { data, message } = await call(accessReviewSave, fields(more))
  if (!data) throw new Error(message)
  await keep()
  return data
}

const authorize = async (tenantUserId: string, more: object = {}) => {
  const input = { studyUrlId: inviting.edc.studyUrlId, studySiteIds: [], tenantUserIds: [tenantUserId] }
  expect(await call(studyUserSave, { ...input, ...more })).toMatchObject({ code: codes.ok })
}

const itemsOf = async (reviewId: string, sender?: Sender): Promise<readonly AccessReviewItem[]> =>
  (await call(accessReviewItems, { reviewId, limit: 100 }, sender)).data?.list ?? []
const workOf = async (sender: Sender = reviewer): Promise<readonly AccessReviewItem[]> =>
  (await call(accessReviewWork, { limit: 100 }, sender)).data?.list ?? []
const itemOf = async (reviewId: string, userId: string) => {
  const found = (await itemsOf(reviewId)).find((item) => item.userId === userId)
  if (!found) throw new Error('no such item')
  return found
}
const infoOf = async (id: string, sender?: Sender) => {
  const { data, message } = await call(accessReviewInfo, { id }, sender)
  if (!data) throw new Error(message)
  return data
}
const download = async (reviewId: string, format: 'jsonl' | 'pdf' | 'csv') => {
  const { server, here } = inviting.suite
  const response = await fetch(`${server.api}${accessReviewExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: here.token, language: 'zh' },
    body: JSON.stringify({ reviewId, format }),
  })
  return Buffer.from(await response.arrayBuffer())
}
/** Lets the last day of a review pass. */
const passEnd = async (id: string) => {
  await owner()
    .updateTable('accessReview')
    .set({ lastDay: dayFromNow(-1) })
    .where('id', '=', id)
    .execute()
  await keep()
}
/** Ends other reviews, so that the work list has only the next one’s access. */
const cancelAll = () => owner().updateTable('accessReview').set({ state: 'cancelled' }).execute()

describe('an access review', () => {
  it('opens on its first day with the access of that day, and never asks people about themselves', async () => {
    await cancelAll()
    const person = await inviting.addPerson('苏明')
    await authorize(person.id)
    await authorize(reviewer.memberId)
    const planned = await call(accessReviewSave, fields({ firstDay: dayFromNow(2) }))
    const id = await opened()
    await authorize((await inviting.addPerson('后来')).id)
    expect(await infoOf(String(planned.data))).toMatchObject({ state: 'planned', itemCount: 0 })
    expect(await infoOf(id)).toMatchObject({ state: 'open', itemCount: 2, answered: 0, orphans: 0 })
    expect((await workOf()).map(({ fullName }) => fullName)).toEqual(['苏明'])
    // The administrator of the tenant decides about the reviewer.
    const [own] = await workOf(inviting.suite.here)
    expect(own).toMatchObject({ userId: reviewer.userId, mayAnswer: true })
    expect(await itemOf(id, person.userId)).toMatchObject({
      ...{ kind: 'study', unusual: ['neverSignedIn'], lastSignIn: '', answer: null, mayAnswer: false },
    })
    expect((await call(accessReviewNotices, {}, reviewer)).data).toMatchObject([
      { tenantId: inviting.tenantId, count: 1, lastDay: dayFromNow(19) },
    ])
  })

  it('revokes, extends and confirms access, each with the reason of the review', async () => {
    await cancelAll()
    const [leaving, staying, ending] = [
      await inviting.addPerson('离开'),
      await inviting.addPerson('留任'),
      await inviting.addPerson('延期'),
    ]
    for (const { id } of [leaving, staying, ending]) await authorize(id)
    const id = await opened()
    const idOf = async ({ userId }: { readonly userId: string }) => (await itemOf(id, userId)).id
    const revoking = { ids: [await idOf(leaving)], reason: '已离开项目' }
    expect(await call(accessReviewRevoke, revoking, reviewer)).toMatchObject({ code: codes.ok })
    const changing = { ids: [await idOf(ending)], accessUntil: dayFromNow(30), reason: '至研究结束' }
    expect(await call(accessReviewChange, changing, reviewer)).toMatchObject({ code: codes.ok })
    expect(await call(accessReviewConfirm, { ids: [await idOf(staying)] }, reviewer)).toMatchObject({
      code: codes.ok,
    })
    expect(await itemOf(id, leaving.userId)).toMatchObject({ answer: 'revoke', applied: 'pending' })
    const toClose = async () => {
      const { data } = await call(accessReviewNotices, {})
      return data?.find(({ tenantId }) => tenantId === inviting.tenantId)?.ended ?? 0
    }
    const others = (await itemsOf(id)).filter(({ answer }) => answer === null)
    for (const one of others) {
      const sender = one.userId === reviewer.userId ? inviting.suite.here : reviewer
      expect(await call(accessReviewConfirm, { ids: [one.id] }, sender)).toMatchObject({ code: codes.ok })
    }
    const earlier = await toClose()
    await keep()
    expect(await toClose()).toBe(earlier + 1)
    expect(await itemOf(id, leaving.userId)).toMatchObject({ answer: 'revoke', applied: 'done', failure: '' })
    expect(await inviting.authorizationsOf(leaving.id)).toEqual([])
    expect(await inviting.authorizationsOf(staying.id)).toHaveLength(1)
    const until = await owner()
      .selectFrom('studyUser')
      .select('accessUntil')
      .where('tenantUserId', '=', ending.id)
      .executeTakeFirstOrThrow()
    expect(until.accessUntil).not.toBeNull()
    const event = await owner()
      .selectFrom('auditEvent')
      .selectAll()
      .where('entity', '=', 'study_user')
      .where('call', '=', accessReviewRevoke.path)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      ...{ actorId: reviewer.userId, tenantId: inviting.tenantId },
      reason: '访问复核“季度复核”：已离开项目',
    })
    // What is in effect is final.
    expect(await call(accessReviewConfirm, { ids: revoking.ids }, reviewer)).toMatchObject({
      code: codes.conflict,
    })
  })

  it('shows what could not be changed, and leaves it as it was', async () => {
    await cancelAll()
    const person = await inviting.addPerson('两处')
    await authorize(person.id, { studySiteIds: inviting.edc.siteIds.slice(0, 1) })
    const id = await opened()
    // Meanwhile the person got the whole study, of which a site cannot be cancelled alone.
    await owner()
      .insertInto('studyUser')
      .values({
        ...{ tenantId: inviting.tenantId, id: 'whole', studyUrlId: inviting.edc.studyUrlId },
        tenantUserId: person.id,
      })
      .execute()
    const ids = [(await itemOf(id, person.userId)).id]
    await call(accessReviewRevoke, { ids, reason: '不再需要' }, reviewer)
    await keep()
    expect(await itemOf(id, person.userId)).toMatchObject({
      ...{ applied: 'failed', failure: expect.stringMatching(/./) },
    })
    expect(await inviting.authorizationsOf(person.id)).toHaveLength(2)
    // The reviewer may decide again.
    expect(await call(accessReviewConfirm, { ids }, reviewer)).toMatchObject({ code: codes.ok })
    expect(await itemOf(id, person.userId)).toMatchObject({ answer: 'confirm', applied: null, failure: '' })
  })

  it('gives members another role, or disables them, as far as the reviewer’s rights go', async () => {
    await cancelAll()
    const { here } = inviting.suite
    const [first, second] = [
      await inviting.addPerson('管理一', { roleId }),
      await inviting.addPerson('管理二', { roleId }),
    ]
    const id = await opened({ studyId: '', roleName: '租户管理员' })
    const mine = await workOf(here)
    // The named reviewer has no menus, so the administrators decide about administrators.
    expect(await workOf()).toEqual([])
    expect(mine.map(({ userId }) => userId)).toEqual(expect.arrayContaining([first.userId, second.userId]))
    expect(mine.map(({ userId }) => userId)).not.toContain(here.userId)
    const idOf = (userId: string) => mine.find((item) => item.userId === userId)?.id ?? ''
    const change = { ids: [idOf(first.userId)], roleId: 'tenant-member', reason: '职责变更' }
    expect(await call(accessReviewChangeRole, change)).toMatchObject({ code: codes.ok })
    expect(await call(accessReviewRevoke, { ids: [idOf(second.userId)], reason: '离职' })).toMatchObject({
      code: codes.ok,
    })
    await keep()
    const members = await owner()
      .selectFrom('tenantUser')
      .select(['id', 'roleId', 'enabled'])
      .where('id', 'in', [first.id, second.id])
      .execute()
    expect(members).toEqual(
      expect.arrayContaining([
        { id: first.id, roleId: 'tenant-member', enabled: 0 },
        { id: second.id, roleId, enabled: 1 },
      ]),
    )
    expect(await itemOf(id, first.userId)).toMatchObject({ answerRole: '租户成员', applied: 'done' })
  })

  it('revokes at the end what nobody decided on, but not what nobody could', async () => {
    await cancelAll()
    const person = await inviting.addPerson('无人过问')
    await authorize(person.id)
    const id = await opened()
    await owner()
      .updateTable('accessReviewItem')
      .set({ reviewerId: null })
      .where('reviewId', '=', id)
      .where('userId', '<>', person.userId)
      .execute()
    const left = (await itemsOf(id)).length - 1
    expect(await call(accessReviewClose, { id })).toMatchObject({ code: codes.conflict })
    await passEnd(id)
    expect(await infoOf(id)).toMatchObject({ state: 'ended', revoked: 1, orphans: left })
    expect(await itemOf(id, person.userId)).toMatchObject({
      answer: 'revoke',
      answererName: '',
      applied: 'done',
    })
    expect(await inviting.authorizationsOf(person.id)).toEqual([])
    expect(await workOf()).toEqual([])
    const kept = await opened({ unanswered: 'keep' })
    await passEnd(kept)
    expect(await infoOf(kept)).toMatchObject({ state: 'ended', revoked: 0, pending: 0 })
  })

  it('is closed by its reviewer, whose signature fixes the result', async () => {
    await cancelAll()
    const person = await inviting.addPerson('章若溪')
    await authorize(person.id)
    const id = await opened({ unanswered: 'keep' })
    await passEnd(id)
    const closing = { id, conclusion: '已全部核实' }
    expect(await call(accessReviewClose, closing)).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'signature' }], signatureMeaning: 'reviewer' },
    })
    const { suite } = inviting
    const { here } = suite
    const sender = { ...here, signature: await signatureBy(suite, here) }
    expect(await call(accessReviewClose, closing, sender)).toMatchObject({ code: codes.ok })
    const closed = await infoOf(id)
    expect(closed).toMatchObject({
      state: 'closed',
      conclusion: '已全部核实',
      resultSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const event = await owner()
      .selectFrom('auditEvent')
      .select('after')
      .where('entity', '=', 'access_review_result')
      .where('entityId', '=', id)
      .executeTakeFirstOrThrow()
    expect(event.after).toMatchObject({ resultSha256: closed.resultSha256, meaning: 'reviewer' })
    expect(closed.signature).toMatchObject({ state: 'intact', meaning: 'reviewer' })
    const { contentHash } = await owner()
      .selectFrom('signature')
      .select('contentHash')
      .where('entityId', '=', id)
      .executeTakeFirstOrThrow()
    expect(contentHash).toBe(closed.resultSha256)
    const pdf = String(await textOfPdf(await download(id, 'pdf')))
    expect(pdf).toContain(closed.signature.hash.slice(0, 20))
    expect(pdf).toContain(`(${closed.signature.userName})`)
    const [record = '', signing = ''] = (await download(id, 'jsonl')).toString().split('\n')
    expect(createHash('sha256').update(record).digest('hex')).toBe(closed.resultSha256)
    expect(JSON.parse(signing)).toMatchObject({
      ...{ sha256: closed.resultSha256, signature: { state: 'intact', meaning: 'reviewer' } },
    })
    expect((await download(id, 'csv')).toString()).toContain('章若溪')
    expect(await call(accessReviewClose, { id })).toMatchObject({ code: codes.conflict })
    expect(await call(accessReviewCancel, { id })).toMatchObject({ code: codes.conflict })
    const pseudonym = await pseudonymised(suite, person.userId)
    expect(await itemsOf(id)).toContainEqual(
      expect.objectContaining({ fullName: pseudonym, userName: pseudonym }),
    )
    const search = { reviewId: id, limit: 100, keyWord: '章若溪' }
    expect((await call(accessReviewItems, search)).data?.list).toEqual([])
    expect((await download(id, 'csv')).toString()).toMatch(new RegExp(`^(?!.*章若溪).*${pseudonym}`, 's'))
    expect((await download(id, 'jsonl')).toString().split('\n')[0]).toBe(record)
    expect((await infoOf(id)).signature.state).toBe('intact')
    // A decision that somebody changes past the server breaks the signature.
    await owner()
      .updateTable('accessReviewItem')
      .set({ answerReason: '篡改' })
      .where('reviewId', '=', id)
      .execute()
    expect((await infoOf(id)).signature.state).toBe('broken')
  })

  it('is repeated by itself, on the same day some months later', async () => {
    await cancelAll()
    await opened({ name: '每季', everyMonths: 3 })
    const listed = await call(accessReviewList, { tenantId: inviting.tenantId, keyWord: '每季' })
    expect(listed.data?.list.map(({ state }) => state)).toEqual(['planned', 'open'])
    await keep()
    expect(
      (await call(accessReviewList, { tenantId: inviting.tenantId, keyWord: '每季' })).data?.totalCount,
    ).toBe(2)
  })

  it('reminds reviewers at the opening and before the end, once each', async () => {
    await cancelAll()
    const { email } = await owner()
      .updateTable('appUser')
      .set({ email: 'reviewer@hospital.example', emailKey: 'reviewer@hospital.example' })
      .where('id', '=', reviewer.userId)
      .returning('email')
      .executeTakeFirstOrThrow()
    const mails = async () => (await messagesTo(inviting.suite.database, email)).length
    const before = await mails()
    await authorize((await inviting.addPerson('提醒')).id)
    const id = await opened()
    expect(await mails()).toBe(before + 1)
    const run = () =>
      accessReviewReminder.run({ services: services(), params: '', signal: new AbortController().signal })
    await run()
    expect(await mails()).toBe(before + 1)
    await owner()
      .updateTable('accessReview')
      .set({ lastDay: dayFromNow(13) })
      .where('id', '=', id)
      .execute()
    expect(await run()).toEqual({ key: 'job.outcome.reviewersReminded', params: { messages: 1 } })
    await run()
    expect(await mails()).toBe(before + 2)
    await owner()
      .updateTable('accessReview')
      .set({ lastDay: dayFromNow(2) })
      .where('id', '=', id)
      .execute()
    await run()
    expect(await mails()).toBe(before + 3)
  })

  it('goes on to an administrator when its reviewer can no longer sign in', async () => {
    await cancelAll()
    const other = await inviting.addAdministrator('tenant-member')
    await authorize((await inviting.addPerson('改派')).id)
    await opened({ reviewers: [other.userId] })
    expect(await workOf(other)).not.toEqual([])
    await owner().updateTable('tenantUser').set({ enabled: 1 }).where('id', '=', other.memberId).execute()
    await accessReviewReminder.run({ services: services(), params: '', signal: new AbortController().signal })
    expect((await workOf(inviting.suite.here)).map(({ fullName }) => fullName)).toContain('改派')
  })

  it('keeps RTSM from people who are blinded in the study, as reviewers and as readers', async () => {
    await cancelAll()
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    inviting.product.respondWith(answering())
    const invite = (userList: string[], isBlind: 0 | 1) =>
      call(inviteIwrs, {
        ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
        ...{
          userList,
          userRoleList: [
            {
              projectId: 'P1',
              roleId: 'R1',
              siteList: [rtsm.siteIds[0] ?? ''],
              isBlind,
              unblindingReason: isBlind === blinding.unblinded ? '负责药物供应' : '',
            },
          ],
        },
      })
    const unblinded = await inviting.addPerson('非盲')
    const blinded = await inviting.addAdministrator()
    expect(await invite([unblinded.id], blinding.unblinded)).toMatchObject({ code: codes.ok })
    await inviting.approveAll()
    expect(await invite([blinded.memberId], blinding.blinded)).toMatchObject({ code: codes.ok })
    const id = await opened({ studyId: rtsm.studyId, reviewers: [blinded.userId] })
    expect(await workOf(blinded)).toEqual([])
    expect(await itemsOf(id, blinded)).toEqual([])
    expect(await infoOf(id, blinded)).toMatchObject({ itemCount: 0, answered: 0 })
    const item = await itemOf(id, unblinded.userId)
    expect(item).toMatchObject({ unusual: ['neverSignedIn', 'unblinded'], isBlind: blinding.unblinded })
    expect(item.reviewerName).not.toBe('')
  })

  it('is nothing to other tenants, and the platform’s is nothing to tenants', async () => {
    await cancelAll()
    const { there, admin, here, guest } = inviting.suite
    await authorize((await inviting.addPerson('他人')).id)
    const id = await opened()
    const [item] = await workOf()
    const ids = [item?.id ?? '']
    const input = { ids, reason: '试探' }
    for (const sender of [there, here]) {
      expect(await call(accessReviewRevoke, input, sender)).toMatchObject({ code: codes.notFound })
      expect(await call(accessReviewConfirm, input, sender)).toMatchObject({ code: codes.notFound })
    }
    for (const one of [accessReviewInfo, accessReviewCancel, accessReviewClose])
      expect(await call(one, { id }, there)).toMatchObject({ code: codes.notFound })
    expect(await call(accessReviewItems, { reviewId: id }, there)).toMatchObject({ code: codes.notFound })
    expect(await call(accessReviewItems, { reviewId: id }, guest)).toMatchObject({ code: codes.forbidden })
    const foreign = await call(accessReviewSave, fields({ reviewers: [there.userId] }))
    expect(foreign).toMatchObject({ code: codes.invalid, errors: [{ field: 'reviewers' }] })
    expect(await call(accessReviewSave, { ...fields(), id }, there)).toMatchObject({ code: codes.notFound })
    const platform = fields({ tenantId: globalTenantId, studyId: '', reviewers: [] })
    expect(await call(accessReviewSave, platform)).toMatchObject({ code: codes.forbidden })
    const own = await call(accessReviewSave, platform, admin)
    await keep()
    expect(await infoOf(String(own.data), admin)).toMatchObject({ state: 'open' })
    expect(await call(accessReviewInfo, { id: String(own.data) })).toMatchObject({ code: codes.notFound })
    expect(await call(accessReviewList, { tenantId: globalTenantId })).toMatchObject({ code: codes.notFound })
  })

  it('keeps its fields once it has begun', async () => {
    const id = await opened()
    expect(await call(accessReviewSave, { ...fields({ name: '改名' }), id })).toMatchObject({
      code: codes.conflict,
    })
    const late = await call(accessReviewSave, fields({ firstDay: dayFromNow(-1) }))
    expect(late).toMatchObject({ code: codes.invalid, errors: [{ field: 'firstDay' }] })
    const overlap = await call(accessReviewSave, fields({ everyMonths: 1, duration: 40 }))
    expect(overlap).toMatchObject({ code: codes.invalid, errors: [{ field: 'duration' }] })
  })
})
