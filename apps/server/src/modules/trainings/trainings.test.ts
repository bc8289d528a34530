import { randomUUID } from 'node:crypto'
import {
  accessList,
  accessWhy,
  blinding,
  type Call,
  codes,
  type InputOf,
  inviteIwrs,
  softwareCodes,
  studyUserList,
  studyUserSave,
  traineeList,
  trainingDelete,
  trainingEvidenceFile,
  trainingEvidenceList,
  trainingEvidenceReport,
  trainingEvidenceRevoke,
  trainingEvidenceSave,
  trainingList,
  trainingNoticeDays,
  trainingOverrideEnd,
  trainingOverrideSave,
  trainingRequirementDelete,
  trainingRequirementList,
  trainingRequirementSave,
  trainingSave,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { linkedProduct } from '../../app/test-kit/index.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { dayFromNow, timeZone } from '../access/test-kit/index.ts'
import { messagesTo, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { studiesInProduct } from '../products/software/index.ts'
import {
  accept,
  answering,
  deliverDue,
  type Inviting,
  newAddress,
  roleId,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'
import { applyTrainings, ownTrainings, trainingReminder } from './index.ts'

let inviting: Inviting
/** A study in EDC of its own for each test, so that requirements of other tests do not count. */
let edc: Awaited<ReturnType<Inviting['linked']>>
/** Training GCP of the tenant. */
let gcp: { readonly id: string; readonly code: string; readonly name: string }

const owner = () => inviting.suite.database.owner
const here = () => inviting.suite.here
const services = () => testServices(inviting.suite.database)
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = here()) =>
  send(inviting.suite.server, made, input, sender)

let count = 0

/** Adds a training. @returns its id, code and name */
async function addTraining(more: Partial<InputOf<typeof trainingSave>> = {}) {
  const code = `T${++count}`
  const name = `GCP ${count}`
  const fields = { tenantId: inviting.tenantId, code, name, kind: 'gcp' as const, months: 24 }
  const saved = await call(trainingSave, { ...fields, ...more })
  expect(saved).toMatchObject({ code: codes.ok })
  return { id: saved.data ?? '', code, name }
}

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.respondWith(answering())
  inviting.product.offers([])
  edc = await inviting.linked(softwareCodes.edc)
  gcp = await addTraining()
})

const requireTraining = (more: Partial<InputOf<typeof trainingRequirementSave>> = {}) =>
  call(trainingRequirementSave, {
    ...{ tenantId: inviting.tenantId, studyUrlId: edc.studyUrlId, trainingId: gcp.id },
    ...more,
  })

const record = (
  { id: tenantUserId }: { readonly id: string },
  more: Partial<InputOf<typeof trainingEvidenceSave>> = {},
  sender?: Sender,
) =>
  call(
    trainingEvidenceSave,
    { tenantId: inviting.tenantId, tenantUserId, trainingId: gcp.id, doneOn: dayFromNow(-1), ...more },
    sender,
  )

/** Records evidence. @returns its id */
async function recorded(...evidence: Parameters<typeof record>): Promise<string> {
  const saved = await record(...evidence)
  expect(saved).toMatchObject({ code: codes.ok })
  return saved.data ?? ''
}

const role = (id: string, roleName: string) => ({
  ...{ roleId: id, roleName, environmentId: 'E1', studyId: edc.studyId },
})

/** Authorizes members in advance, as CRA. */
const invite = (people: readonly { readonly id: string }[], more: object = {}) =>
  inviting.invite({
    ...{ studyUrlId: edc.studyUrlId, userStudyRoles: [role('R1', 'CRA')] },
    ...{ userList: people.map(({ id }) => id), ...more },
  })

/** Returns the studies that a member may open in EDC now, with the accepted roles. */
async function opens({ userId }: { readonly userId: string }) {
  const product = { tenantId: inviting.tenantId, softwareId: softwareCodes.edc }
  const studies = await inTransaction(inviting.suite.database.db, asSystem, (trx) =>
    studiesInProduct(trx, userId, product, 'granted'),
  )
  return studies.filter(({ access }) => access.studyUrlId === edc.studyUrlId)
}

/** Returns the version of a person’s rights of which the product is notified. It rises with each change. */
const notedFor = async ({ userId }: { readonly userId: string }) =>
  (
    await owner()
      .selectFrom('productAccess')
      .innerJoin('studyUrl', (join) =>
        join
          .onRef('studyUrl.tenantId', '=', 'productAccess.tenantId')
          .onRef('studyUrl.tenantUrlId', '=', 'productAccess.tenantUrlId'),
      )
      .select('productAccess.version')
      .where('studyUrl.id', '=', edc.studyUrlId)
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.version ?? 0

const trainees = async (more: object = {}, sender: Sender = here()) =>
  (await call(traineeList, { tenantId: inviting.tenantId, limit: 100, ...more }, sender)).data?.list ?? []

/** Returns the trainings on a person’s first page. */
const ownOf = ({ userId }: { readonly userId: string }) =>
  inTransaction(inviting.suite.database.db, asSystem, (trx) =>
    ownTrainings(trx, { userId, language: 'zh', timeZone }),
  )

const traineeOf = async ({ id }: { readonly id: string }) =>
  (await trainees({ studyUrlId: edc.studyUrlId })).find(({ tenantUserId }) => tenantUserId === id)

const received = () => inviting.product.received

/** Moves an instant of a row into the past, as time does without a trigger, and does what is due. */
async function pass(
  table: 'training_evidence' | 'training_override' | 'training_requirement',
  column: 'valid_until' | 'applies_at',
  id: string,
) {
  await owner()
    .transaction()
    .execute(async (trx) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '1 second'
        where id = ${id}`.execute(trx)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    })
  await applyTrainings(services())
}

const remind = () =>
  trainingReminder.run({ services: services(), params: '', signal: new AbortController().signal })

describe('a pre-authorization of somebody without a required training', () => {
  it('waits, and is sent to the product once the evidence is recorded', async () => {
    await requireTraining()
    const person = await inviting.addPerson('林一')
    const calls = received().length
    const { data } = await invite([person])
    expect(data?.outcomes).toMatchObject([{ name: '林一', state: 'training' }])
    expect(data?.outcomes[0]?.reason).toContain('GCP')
    await deliverDue(services())
    expect(received()).toHaveLength(calls)
    expect(await opens(person)).toEqual([])
    expect(await traineeOf(person)).toMatchObject({
      state: 'waiting',
      missing: [{ id: gcp.id }],
      mayOverride: true,
    })
    expect(await ownOf(person)).toMatchObject([
      { training: gcp.name, studyName: expect.any(String), lastDay: '' },
    ])
    await recorded(person)
    await deliverDue(services())
    expect(received()).toHaveLength(calls + 1)
    expect(await opens(person)).toHaveLength(1)
    expect(await traineeOf(person)).toMatchObject({ state: 'complete', missing: [], since: '' })
  })

  it('does not keep others in the same call from their access', async () => {
    await requireTraining()
    const [trained, other] = [await inviting.addPerson('林二'), await inviting.addPerson('林三')]
    await recorded(trained)
    const { data } = await invite([trained, other])
    const states = new Map(data?.outcomes.map(({ name, state }) => [name, state]))
    expect(Object.fromEntries(states)).toEqual({ 林二: 'accepted', 林三: 'training' })
    const rows = (await call(studyUserList, { studyUrlId: edc.studyUrlId, limit: 100 })).data?.list
    const grants = new Map(rows?.map(({ tenantUserId, grantState }) => [tenantUserId, grantState]))
    expect([grants.get(trained.id), grants.get(other.id)]).toEqual(['accepted', 'training'])
    const untrained = rows?.filter(({ isUntrained }) => isUntrained).map(({ tenantUserId }) => tenantUserId)
    expect(untrained).toEqual(expect.arrayContaining([other.id]))
    expect(untrained).not.toContain(trained.id)
  })

  it('leaves present access as it is if only the new role needs the training', async () => {
    await requireTraining({ roleId: 'R2', roleName: 'DM' })
    const person = await inviting.addPerson('林四')
    expect((await invite([person])).data?.outcomes).toMatchObject([{ state: 'accepted' }])
    const change = await invite([person], { userStudyRoles: [role('R2', 'DM')], replacing: [person.id] })
    expect(change.data?.outcomes).toMatchObject([{ state: 'training' }])
    const [study] = await opens(person)
    expect(study?.access.grant?.roles).toMatchObject([{ roleId: 'R1' }])
    await recorded(person)
    await deliverDue(services())
    expect((await opens(person))[0]?.access.grant?.roles).toMatchObject([{ roleId: 'R2' }])
  })

  it('waits after an invitation is accepted', async () => {
    await requireTraining()
    const email = newAddress()
    await invite([], { EmailList: [email] })
    const calls = received().length
    await accept(inviting.suite, email)
    await deliverDue(services())
    expect(received()).toHaveLength(calls)
    expect(await trainees({ studyUrlId: edc.studyUrlId })).toMatchObject([{ state: 'waiting' }])
  })
})

describe('a direct authorization', () => {
  const authorize = (people: readonly { readonly id: string }[]) =>
    call(studyUserSave, { studyUrlId: edc.studyUrlId, tenantUserIds: people.map(({ id }) => id) })

  it('needs the trainings of every role, not those of single roles', async () => {
    const [person, later] = [await inviting.addPerson('苏一'), await inviting.addPerson('苏三')]
    await requireTraining({ roleId: 'R1', roleName: 'CRA' })
    await authorize([person])
    expect(await opens(person)).toHaveLength(1)
    await recorded(person)
    await requireTraining()
    expect(await opens(person)).toHaveLength(1)
    await authorize([later])
    expect(await opens(later)).toEqual([])
    await recorded(later)
    expect(await opens(later)).toHaveLength(1)
  })

  it('is shown in the access report and its explanation while it waits, and until when it did', async () => {
    await requireTraining()
    const person = await inviting.addPerson('苏二')
    await authorize([person])
    const report = async (at?: string) => {
      const asked = { tenantId: inviting.tenantId, studyId: edc.studyId, limit: 100, ...(at && { at }) }
      return (await call(accessList, asked)).data?.list.map(({ state }) => state)
    }
    expect(await report()).toEqual(['training'])
    const asked = { userId: person.userId, target: `product:${softwareCodes.edc}`, studyId: edc.studyId }
    const { data } = await call(accessWhy, { ...asked, tenantId: inviting.tenantId })
    expect(data?.steps).toContainEqual(expect.objectContaining({ finding: 'training' }))
    const before = new Date().toISOString()
    await recorded(person)
    expect(await report()).toEqual(['current'])
    expect(await report(before)).toEqual(['training'])
  })
})

describe('access', () => {
  it('stops when its evidence ends, with an event, and goes on with new evidence', async () => {
    await requireTraining()
    const person = await inviting.addPerson('周一')
    const evidence = await recorded(person)
    await invite([person])
    expect(await opens(person)).toHaveLength(1)
    const before = await notedFor(person)
    await pass('training_evidence', 'valid_until', evidence)
    expect(await opens(person)).toEqual([])
    const stopped = await notedFor(person)
    expect(stopped).toBeGreaterThan(before)
    expect(await traineeOf(person)).toMatchObject({ state: 'suspended' })
    const event = await owner()
      .selectFrom('auditEvent')
      .select(['actorId', 'after'])
      .where('entity', '=', 'study_user')
      .where('entityId', '=', edc.studyUrlId)
      .where('call', '=', '')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actorId: null,
      after: { list: [{ tenantUserId: person.id, untrainedSince: expect.any(String) }] },
    })
    const calls = received().length
    await recorded(person, { doneOn: dayFromNow(0) })
    await deliverDue(services())
    // The product still has the accepted grant.
    expect(received()).toHaveLength(calls)
    expect(await opens(person)).toHaveLength(1)
    expect(await notedFor(person)).toBeGreaterThan(stopped)
  })

  it('stops when evidence is revoked or a requirement begins, and goes on without the requirement', async () => {
    const person = await inviting.addPerson('周二')
    await invite([person])
    const { data: id = '' } = await requireTraining({ fromDay: dayFromNow(10) })
    expect(await opens(person)).toHaveLength(1)
    await pass('training_requirement', 'applies_at', id ?? '')
    expect(await opens(person)).toEqual([])
    const evidence = await recorded(person)
    expect(await opens(person)).toHaveLength(1)
    const revoke = () => call(trainingEvidenceRevoke, { id: evidence, revokeReason: '证书有误' })
    expect(await revoke()).toMatchObject({ code: codes.ok })
    expect(await opens(person)).toEqual([])
    expect(await revoke()).toMatchObject({ code: codes.conflict })
    expect(await call(trainingRequirementDelete, { id: id ?? '' })).toMatchObject({ code: codes.ok })
    expect(await opens(person)).toHaveLength(1)
  })

  it('follows a change of the months of a training', async () => {
    await requireTraining()
    const person = await inviting.addPerson('周三')
    const evidence = await recorded(person, { doneOn: dayFromNow(-100) })
    await invite([person])
    const training = (await call(trainingList, { tenantId: inviting.tenantId, limit: 100 })).data?.list.find(
      ({ id }) => id === gcp.id,
    )
    expect(training).toMatchObject({ months: 24, requirements: 1 })
    const fields = {
      id: gcp.id,
      tenantId: inviting.tenantId,
      code: gcp.code,
      name: 'GCP',
      kind: 'gcp' as const,
    }
    const save = async (months: number) => {
      expect(await call(trainingSave, { ...fields, months })).toMatchObject({ code: codes.ok })
      return traineeOf(person)
    }
    // Fewer months leave time for another training.
    expect(await save(1)).toMatchObject({ state: 'complete', validUntil: dayFromNow(trainingNoticeDays) })
    await pass('training_evidence', 'valid_until', evidence)
    expect(await opens(person)).toEqual([])
    expect(await save(0)).toMatchObject({ state: 'complete', validUntil: '' })
    expect(await opens(person)).toHaveLength(1)
  })

  it('is not stopped by a new requirement without days of notice, of which people are reminded', async () => {
    const [person, other] = await inviting.addPeople(2)
    if (!person || !other) throw new Error('nobody was added')
    await invite([person, other])
    await recorded(other)
    const soon = { fromDay: dayFromNow(trainingNoticeDays - 1) }
    for (const fields of [{}, soon])
      expect(await requireTraining(fields)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'fromDay', message: expect.stringContaining(dayFromNow(trainingNoticeDays)) }],
      })
    expect(await requireTraining({ roleId: 'R2', roleName: 'DM' })).toMatchObject({ code: codes.ok })
    const fields = { fromDay: dayFromNow(trainingNoticeDays) }
    expect(await requireTraining(fields)).toMatchObject({ code: codes.ok })
    expect(await opens(person)).toHaveLength(1)
    expect(await remind()).toMatchObject({ params: { messages: 1 } })
    expect(await remind()).toMatchObject({ params: { messages: 0 } })
    expect(await messagesTo(inviting.suite.database, person.email)).toHaveLength(1)
    expect(await ownOf(person)).toMatchObject([{ lastDay: dayFromNow(trainingNoticeDays - 1) }])
    expect(await ownOf(other)).toEqual([])
  })
})

describe('an override', () => {
  const override = (
    { id: tenantUserId }: { readonly id: string },
    more: Partial<InputOf<typeof trainingOverrideSave>> = {},
    sender?: Sender,
  ) =>
    call(
      trainingOverrideSave,
      {
        ...{ studyUrlId: edc.studyUrlId, tenantUserId, lastDay: dayFromNow(7), reason: '培训排在下周' },
        ...more,
      },
      sender,
    )

  it('lets a person in until its last day or until somebody ends it, and is recorded with its reason', async () => {
    await requireTraining()
    const person = await inviting.addPerson('郑一')
    await invite([person])
    const { data: id = '' } = await override(person)
    await deliverDue(services())
    expect(await opens(person)).toHaveLength(1)
    expect(await traineeOf(person)).toMatchObject({
      ...{ state: 'overridden', missing: [{ id: gcp.id }], overrideId: id },
      ...{ overrideUntil: dayFromNow(7), overrideReason: '培训排在下周' },
    })
    expect(await ownOf(person)).toMatchObject([{ lastDay: dayFromNow(7) }])
    const event = await owner()
      .selectFrom('auditEvent')
      .select(['entity', 'after'])
      .where('entityId', '=', id ?? '')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ entity: 'training_override', after: { reason: '培训排在下周' } })
    await pass('training_override', 'valid_until', id ?? '')
    expect(await opens(person)).toEqual([])
    const { data: second = '' } = await override(person, { lastDay: dayFromNow(2) })
    expect(await opens(person)).toHaveLength(1)
    const end = () => call(trainingOverrideEnd, { id: second ?? '', endReason: '不再需要' })
    expect(await end()).toMatchObject({ code: codes.ok })
    expect(await opens(person)).toEqual([])
    expect(await end()).toMatchObject({ code: codes.conflict })
  })

  it('is rejected for oneself, too long, without a reason, and where nothing is missing', async () => {
    await requireTraining()
    const person = await inviting.addPerson('郑二')
    expect(await override(person)).toMatchObject({ code: codes.notFound })
    await invite([person])
    const invalid = (field: string) => ({ code: codes.invalid, errors: [{ field }] })
    expect(await override(person, { lastDay: dayFromNow(90) })).toMatchObject(invalid('lastDay'))
    expect(await override(person, { lastDay: dayFromNow(-1) })).toMatchObject(invalid('lastDay'))
    expect(await override(person, { reason: ' ' })).toMatchObject(invalid('reason'))
    await recorded(person)
    expect(await override(person)).toMatchObject({ code: codes.conflict })
    const administrator = await inviting.addAdministrator()
    await call(studyUserSave, { studyUrlId: edc.studyUrlId, tenantUserIds: [administrator.memberId] })
    const own = { id: administrator.memberId }
    expect(await override(own, {}, administrator)).toMatchObject({ code: codes.forbidden })
    expect(await override(own)).toMatchObject({ code: codes.ok })
  })
})

describe('evidence', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64')

  it('keeps a certificate, which is downloaded with an event', async () => {
    const person = await inviting.addPerson('王一')
    const id = await recorded(person, { fileName: '证书.png', fileContent: png, certificateNo: 'GCP-1' })
    const listed = (await call(trainingEvidenceList, { tenantId: inviting.tenantId, userId: person.userId }))
      .data
    expect(listed?.list).toMatchObject([
      { id, fileName: '证书.png', certificateNo: 'GCP-1', state: 'valid', softName: '' },
    ])
    expect(await call(trainingEvidenceFile, { id })).toMatchObject({ code: codes.ok })
    const { fileId } = await owner()
      .selectFrom('trainingEvidence')
      .select('fileId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const events = await owner()
      .selectFrom('auditEvent')
      .select('call')
      .where('entityId', '=', fileId ?? '')
      .execute()
    expect(events).toEqual([{ call: trainingEvidenceFile.path }])
    const without = await recorded(person)
    expect(await call(trainingEvidenceFile, { id: without })).toMatchObject({ code: codes.notFound })
  })

  it('is rejected for oneself, for other files, and for days that cannot be', async () => {
    const person = await inviting.addPerson('王二')
    const invalid = (field: string) => ({ code: codes.invalid, errors: [{ field }] })
    const text = Buffer.from('text').toString('base64')
    expect(await record(person, { fileName: 'a.pdf', fileContent: text })).toMatchObject(
      invalid('fileContent'),
    )
    expect(await record(person, { fileName: 'a.png' })).toMatchObject(invalid('fileContent'))
    expect(await record(person, { doneOn: dayFromNow(1) })).toMatchObject(invalid('doneOn'))
    expect(await record(person, { doneOn: '2000-01-01' })).toMatchObject(invalid('doneOn'))
    expect(await record(person, { expiresOn: dayFromNow(-2) })).toMatchObject(invalid('expiresOn'))
    expect(await record({ id: 'nobody' })).toMatchObject(invalid('tenantUserId'))
    const administrator = await inviting.addAdministrator()
    const own = await record({ id: administrator.memberId }, {}, administrator)
    expect(own).toMatchObject(invalid('tenantUserId'))
  })

  it('ends with the certificate or the months of the training, whichever is first', async () => {
    const person = await inviting.addPerson('王三')
    const first = `${dayFromNow(0).slice(0, 8)}01`
    const end = new Date(`${Number(first.slice(0, 4)) + 2}${first.slice(4)}T00:00:00Z`)
    const last = new Date(end.getTime() - 86_400_000).toISOString().slice(0, 10)
    await recorded(person, { doneOn: first })
    await recorded(person, { expiresOn: dayFromNow(30) })
    const { data } = await call(trainingEvidenceList, { tenantId: inviting.tenantId, userId: person.userId })
    expect(data?.list.map(({ validUntil }) => validUntil)).toEqual([dayFromNow(30), last])
  })

  it('is reported by a product, once for a key, and only of trainings and people of its studies', async () => {
    await requireTraining()
    const person = await inviting.addPerson('王四')
    await invite([person])
    const signer = await linkedProduct(inviting.suite.database)
    const idempotencyKey = randomUUID()
    const keyed = {
      ...signer,
      sign: (made: Parameters<typeof signer.sign>[0]) => signer.sign({ ...made, idempotencyKey }),
    }
    const report = (by: typeof signer, more: object = {}) =>
      call(
        trainingEvidenceReport,
        {
          ...{ tenantId: inviting.tenantId, userId: person.userId, trainingCode: gcp.code },
          ...{ doneOn: dayFromNow(0), ...more },
        },
        { signer: by },
      )
    const first = await report(keyed)
    expect(first).toMatchObject({ code: codes.ok })
    expect(await report(keyed)).toMatchObject({ code: codes.ok, data: first.data })
    expect(await report(keyed, { doneOn: dayFromNow(-1) })).toMatchObject({ code: codes.conflict })
    await deliverDue(services())
    expect(await opens(person)).toHaveLength(1)
    const unknown = { code: codes.invalid, errors: [{ field: 'trainingCode' }] }
    const stranger = await inviting.addPerson('王五')
    expect(await report(signer, { userId: stranger.userId })).toMatchObject(unknown)
    expect(await report(signer, { trainingCode: (await addTraining()).code })).toMatchObject(unknown)
    const ctms = await linkedProduct(inviting.suite.database, 'CTMS')
    expect(await report(ctms)).toMatchObject(unknown)
    expect(await report(signer, { fileId: 'none' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'fileId' }],
    })
  })

  it('reminds the person before it ends, unless later evidence is there', async () => {
    await requireTraining()
    const people = await inviting.addPeople(2)
    const [one, other] = people
    if (!one || !other) throw new Error('nobody was added')
    for (const person of [one, other]) await recorded(person, { expiresOn: dayFromNow(7) })
    await recorded(other, { doneOn: dayFromNow(0) })
    await invite([one, other])
    expect(await remind()).toMatchObject({ params: { messages: 1 } })
    expect(await remind()).toMatchObject({ params: { messages: 0 } })
    expect(await messagesTo(inviting.suite.database, one.email)).toHaveLength(1)
  })
})

describe('the trainings of a tenant', () => {
  it('are added with a code of their own, and deleted only without requirements and evidence', async () => {
    const taken = {
      tenantId: inviting.tenantId,
      code: gcp.code,
      name: 'GCP',
      kind: 'gcp' as const,
      months: 0,
    }
    const invalid = (field: string) => ({ code: codes.invalid, errors: [{ field }] })
    expect(await call(trainingSave, taken)).toMatchObject(invalid('code'))
    expect(await call(trainingSave, { ...taken, code: 'X', months: 121 })).toMatchObject(invalid('months'))
    await requireTraining()
    expect(await requireTraining()).toMatchObject(invalid('roleId'))
    const required = (
      await call(trainingRequirementList, { tenantId: inviting.tenantId, studyUrlId: edc.studyUrlId })
    ).data
    expect(required?.list).toMatchObject([{ trainingId: gcp.id, roleId: '', fromDay: '' }])
    expect(await call(trainingDelete, { id: gcp.id })).toMatchObject({ code: codes.conflict })
    await call(trainingRequirementDelete, { id: required?.list[0]?.id ?? '' })
    expect(await call(trainingDelete, { id: gcp.id })).toMatchObject({ code: codes.ok })
  })

  it('are not those of another tenant', async () => {
    const { there } = inviting.suite
    const { tenantId } = inviting
    expect(await call(trainingList, { tenantId }, there)).toMatchObject({ code: codes.notFound })
    expect(await call(traineeList, { tenantId }, there)).toMatchObject({ code: codes.notFound })
    const theirs = { tenantId: there.tenantId, studyUrlId: edc.studyUrlId, trainingId: gcp.id }
    expect(await call(trainingRequirementSave, theirs, there)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'studyUrlId' }, { field: 'trainingId' }],
    })
  })
})

it('hides people of RTSM from readers who are blinded in the study', async () => {
  const rtsm = await inviting.linked(softwareCodes.rtsm)
  const blinded = await inviting.addAdministrator()
  const person = await inviting.addPerson('何一')
  const site = rtsm.siteIds[0] ?? ''
  await requireTraining({ studyUrlId: rtsm.studyUrlId })
  const invited = await call(inviteIwrs, {
    ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
    userList: [blinded.memberId, person.id],
    userRoleList: [{ projectId: 'P1', roleId: 'R1', siteList: [site], isBlind: blinding.blinded }],
  })
  expect(invited).toMatchObject({ code: codes.ok })
  const shown = async (sender: Sender) =>
    (await trainees({ studyUrlId: rtsm.studyUrlId }, sender)).map(({ state }) => state)
  expect(await shown(here())).toEqual(['waiting', 'waiting'])
  expect(await shown(blinded)).toEqual([])
  const override = {
    studyUrlId: rtsm.studyUrlId,
    tenantUserId: person.id,
    lastDay: dayFromNow(1),
    reason: '急',
  }
  expect(await call(trainingOverrideSave, override, blinded)).toMatchObject({ code: codes.notFound })
})
