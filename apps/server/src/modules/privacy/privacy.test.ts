import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  accessList,
  auditEvent,
  auditExport,
  auditList,
  auditPeople,
  type Call,
  codes,
  departmentSave,
  holdList,
  holdPlace,
  holdRelease,
  type InputOf,
  invitationList,
  invitationWithdraw,
  mailList,
  parseProfile,
  privacyApprove,
  privacyDecline,
  privacyExport,
  privacyList,
  privacyPerson,
  privacyRequest,
  privacyWithdraw,
  retentionList,
  shownEmail,
  softwareCodes,
  studyDelete,
  studyLinkDelete,
  studySiteDelete,
  studyUserRemove,
  studyUserSave,
  tenantDelete,
  tenantUserDelete,
  userList,
  userSave,
  userStatus,
  userUpdate,
  userUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { secrets } from '../../../test-support/secrets.ts'
import { testServices } from '../../../test-support/services.ts'
import { type Person, type Suite, signedIn, startSuite, type TenantPerson } from '../../app/test-kit/index.ts'
import { messageCleanUp, sessionCleanUp } from '../../operations/maintenance/index.ts'
import { sealBatches, textOfContent, verifyAudit } from '../../platform/audit/index.ts'
import { beginSession } from '../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../access/index.ts'
import { addMembership, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { newContacts } from '../identity/users/test-kit/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { countHolds } from '../legal-holds/index.ts'
import { queue } from '../messages/test-kit/index.ts'
import { addStudy, addStudySite } from '../studies/study-users/test-kit/index.ts'
import { addTenantUser } from '../tenants/tenant-users/test-kit/index.ts'
import { copies } from './pseudonymise.ts'
import { endAccess as endAccessIn } from './test-kit/index.ts'

jest.setTimeout(180_000)

let suite: Suite
/** Another administrator of the platform. */
let second: Person

const owner = () => suite.database.owner
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = suite.admin) =>
  send(suite.server, made, input, sender)

beforeAll(async () => {
  suite = await startSuite()
  second = await signedIn(suite.database, platformAdministrator.id)
  await owner().insertInto('remoteModule').values({ id: 'privacy' }).execute()
})

afterAll(() => suite.close())

const downloaded = ({ path }: Call, input: object, sender: Person) =>
  fetch(`${suite.server.api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: sender.token, language: 'en' },
    body: JSON.stringify(input),
  })

const verifySealed = async () => {
  await sealBatches(suite.database.db, secrets.auditKey)
  return verifyAudit(suite.database.db, secrets.auditKey)
}

interface Facts {
  readonly userName: string
  readonly email: string
}

/** Adds what a person leaves behind in other people’s records, and rows that have their contacts without their id. */
async function addTraces(id: string, tenantId: string, { userName, email }: Facts) {
  const client = { address: '192.0.2.77', userAgent: 'test' }
  const token = await inTransaction(suite.database.db, asSystem, (trx) => beginSession(trx, id, client))
  const department = { tenantId, parentId: '0', departmentName: `科室${number}` }
  expect(await call(departmentSave, department, { token })).toMatchObject({ code: codes.ok })
  await sql`insert into tenant_release (tenant_id, id, name, mode, version, accepted_by)
    values (${tenantId}, ${`release-${id}`}, 'privacy', 'validated', '1.0.0', ${userName})`.execute(owner())
  await withdrawn(String(email), suite.here)
}

/** Invites an address, and withdraws the invitation. @returns the id of the invitation */
async function withdrawn(email: string, { tenantId, ...sender }: TenantPerson) {
  const id = randomUUID()
  await owner()
    .insertInto('invitation')
    .values({
      ...{ tenantId, id, keyHash: id, email, emailKey: email, language: 'zh' },
      ...{ expiresAt: new Date(Date.now() + 86_400_000), roleId: tenantAdministrator.id },
    })
    .execute()
  expect(await call(invitationWithdraw, { id }, sender)).toMatchObject({ code: codes.ok })
  return id
}

let number = 0

/** Adds a person by calls, so that the trail has the names, and ends their access. */
async function addPerson() {
  number += 1
  const facts = {
    fullName: `欧阳慕雪${number}`,
    userName: `ouyang.muxue${number}`,
    ...newContacts(),
  }
  const { data: id } = await call(userSave, { ...facts, roleId: ordinaryUser.id })
  if (!id) throw new Error('the user was not added')
  const tenantId = await addMembership(suite.database, id, tenantAdministrator.id)
  await addTraces(id, tenantId, facts)
  const former = { fullName: `欧阳旧名${number}`, ...newContacts() }
  await call(userUpdateImportant, { id, ...former })
  await call(userUpdateImportant, { id, ...facts })
  const mail = { kind: 'email', to: facts.email, language: 'zh', template: 'userNameReminder' } as const
  await queue(suite.database, { ...mail, params: { userName: facts.userName } })
  return { id, tenantId, email: facts.email, texts: [...Object.values(facts), ...Object.values(former)] }
}

const endAccess = (id: string) => endAccessIn(suite, id)

const request = (userId: string, sender: Sender = suite.admin) =>
  call(privacyRequest, { userId, ground: 'person', reason: '本人书面申请' }, sender)

const listed = async (userId: string, sender: Sender = second) =>
  (await call(privacyList, { limit: 100 }, sender)).data?.list.find((row) => row.userId === userId)

const approve = async (userId: string, sender: Sender = second) =>
  call(
    privacyApprove,
    { id: (await listed(userId))?.id ?? '', rowVersion: 1, decisionReason: '已核对身份' },
    sender,
  )

/** Tables whose rows are sealed or signed. Their readers find the pseudonym. */
const sealedTables = /^(audit_|signature|access_review|trail_review|access_change|pgboss)/

/** Columns with the names of other things than people. */
const ofThings =
  /\.(area|bean|category|department|dic|file|job|method|nick|other_role|role|site|software|study|tenant|url)_name$/

/** Returns the tables in which a row contains one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    owner(),
  )
  const found: string[] = []
  for (const { name } of tables.filter((table) => !sealedTables.test(table.name))) {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from ${sql.table(name)} r, unnest(${[...texts]}::text[]) said
        where strpos(lower(to_jsonb(r)::text), lower(said)) > 0) as some`.execute(owner())
    if (rows[0]?.some) found.push(name)
  }
  return found
}

describe('a request for a pseudonym', () => {
  it('is approved by somebody else, once the access has ended', async () => {
    const { id } = await addPerson()
    expect(await request(id)).toMatchObject({ code: codes.ok })
    expect(await request(id, second)).toMatchObject({ code: codes.conflict })
    expect(await listed(id, suite.admin)).toMatchObject({ mayDecide: false, mayWithdraw: true })
    expect(await listed(id)).toMatchObject({
      ...{ mayDecide: true, mayWithdraw: false, requesterName: expect.any(String) },
      obstacles: ['unlocked', 'membership'],
    })
    expect(await approve(id)).toMatchObject({ code: codes.conflict })
    await endAccess(id)
    expect(await approve(id, suite.admin)).toMatchObject({ code: codes.forbidden })
    expect((await call(privacyPerson, { id })).data?.isPseudonymised).toBe(false)
    expect(await approve(id)).toMatchObject({ code: codes.ok })
    expect((await call(privacyPerson, { id })).data?.isPseudonymised).toBe(true)
    expect(await listed(id)).toMatchObject({ state: 'approved', pseudonym: expect.stringMatching(/^P-/) })
    expect(await request(id)).toMatchObject({ code: codes.conflict })
  })

  it('is decided neither by its person nor by another account with their number', async () => {
    const person = await signedIn(suite.database, platformAdministrator.id)
    const other = await signedIn(suite.database, platformAdministrator.id)
    const phone = newContacts().phone
    await owner()
      .updateTable('appUser')
      .set({ phone })
      .where('id', 'in', [person.userId, other.userId])
      .execute()
    await request(person.userId)
    for (const sender of [person, other]) {
      expect(await listed(person.userId, sender)).toMatchObject({ mayDecide: false })
      expect(await approve(person.userId, sender)).toMatchObject({ code: codes.forbidden })
    }
    const locking = { id: person.userId, status: userStatus.locked }
    expect(await call(userUpdate, locking, person)).not.toMatchObject({ code: codes.ok })
  })

  it('is declined with a reason, or withdrawn by the requester', async () => {
    const { id } = await addPerson()
    await request(id)
    const first = (await listed(id))?.id ?? ''
    const decline = (sender: Sender) =>
      call(privacyDecline, { id: first, decisionReason: '仍有在研项目' }, sender)
    expect(await decline(suite.admin)).toMatchObject({ code: codes.forbidden })
    expect(await decline(second)).toMatchObject({ code: codes.ok })
    expect(await decline(second)).toMatchObject({ code: codes.conflict })
    await request(id)
    const again = (await listed(id))?.id ?? ''
    expect(await call(privacyWithdraw, { id: again }, second)).toMatchObject({ code: codes.notFound })
    expect(await call(privacyWithdraw, { id: again })).toMatchObject({ code: codes.ok })
  })
})

describe('a pseudonymised person', () => {
  it('is found by no former name or contact in any table or response, and the trail verifies', async () => {
    const { id, tenantId, email, texts } = await addPerson()
    const before = new Date().toISOString()
    expect(await tablesWith(texts)).toEqual(
      expect.arrayContaining(['app_user', 'invitation', 'message', 'tenant_release', 'tenant_user']),
    )
    expect((await verifySealed()).faults).toEqual([])
    await endAccess(id)
    await request(id)
    expect(await approve(id)).toMatchObject({ code: codes.ok })

    expect(await tablesWith(texts)).toEqual([])
    expect((await verifySealed()).faults).toEqual([])
    const events = await call(auditList, { limit: 100 })
    const details = await Promise.all(
      (events.data?.list ?? []).map((event) => call(auditEvent, { id: event.id })),
    )
    const csv = await downloaded(auditExport, { format: 'csv' }, suite.admin)
    const responses = JSON.stringify([
      ...[events, ...details, await csv.text()],
      await call(invitationList, { tenantId: suite.here.tenantId, limit: 100 }, suite.here),
      await call(userList, { limit: 100 }),
      await call(mailList, { limit: 100 }),
      await call(accessList, { tenantId, limit: 100 }),
      await call(accessList, { tenantId, at: before, limit: 100 }),
      await call(accessList, { tenantId, compareWith: before, limit: 100 }),
      await call(privacyList, { limit: 100 }),
    ])
    for (const text of texts) expect(responses).not.toContain(text)
    const pseudonym = (await listed(id))?.pseudonym ?? ''
    expect(responses).toContain(pseudonym)
    for (const keyWord of texts) {
      const found = [
        await call(accessList, { tenantId, keyWord, limit: 100 }),
        await call(accessList, { tenantId, keyWord, at: before, limit: 100 }),
        await call(accessList, { tenantId, keyWord, compareWith: before, limit: 100 }),
        await call(privacyList, { keyWord, limit: 100 }),
      ]
      expect(found.map(({ data }) => data?.totalCount)).toEqual([0, 0, 0, 0])
      expect((await call(auditPeople, { keyWord })).data).toEqual([])
    }
    // A new invitation to the former address does not reveal whose pseudonym it is.
    const entityId = await withdrawn(email, suite.here)
    const [newer] = (await call(auditList, { entity: 'invitation', entityId })).data?.list ?? []
    const shown = JSON.stringify([newer, await call(auditEvent, { id: newer?.id ?? '' })])
    expect(shown).toContain(shownEmail(email))
    expect(shown).not.toContain(pseudonym)
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from audit_event where strpos(after::text, ${texts[0] ?? ''}) > 0) as some`.execute(
      owner(),
    )
    expect(rows).toEqual([{ some: true }])
  })

  it('is replaced in every column with the name of a person that nobody has signed', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname ~ '_name$' and not a.attisdropped`.execute(owner())
    const isOfPerson = (column: string) =>
      !sealedTables.test(column) &&
      !/^(app_user|tenant_user|release_person)\./.test(column) &&
      !ofThings.test(column)
    const replaced = copies.map(([table, name]) => `${table}.${name}`)
    expect(replaced).toEqual(expect.arrayContaining(rows.map(({ column }) => column).filter(isOfPerson)))
  })

  it('cannot be changed, and nobody gets the former user name', async () => {
    const { id, texts } = await addPerson()
    await endAccess(id)
    await request(id)
    await approve(id)
    const [, userName = ''] = texts
    expect(await call(userUpdate, { id, status: userStatus.normal })).toMatchObject({ code: codes.conflict })
    const facts = { fullName: '新同事', ...newContacts(), roleId: ordinaryUser.id }
    expect(await call(userSave, { ...facts, userName })).toMatchObject({ code: codes.invalid })
    await expect(
      owner().updateTable('appUser').set({ fullName: '重新命名' }).where('id', '=', id).execute(),
    ).rejects.toThrow('pseudonymised')
  })
})

/** Downloads what is stored about a person. */
async function exported(id: string, sender: Person) {
  const response = await downloaded(privacyExport, { id }, sender)
  if (response.headers.get('content-type') !== 'application/zip') return await response.json()
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return {
    names: Object.keys(files),
    ...JSON.parse(Buffer.from(files['personal-data.json'] ?? []).toString()),
  }
}

describe('an export of what is stored about a person', () => {
  it('has the rows of each kind, signed with the deployment’s key, and is recorded', async () => {
    const { id, email, texts } = await addPerson()
    const { names, content, publicKey, signature } = await exported(id, suite.admin)
    expect(names.toSorted()).toEqual(['personal-data.json', 'personal-data.xlsx'])
    expect(content.data.account[0].fields).toMatchObject({ fullName: texts[0], email })
    expect(content.data.message.length).toBeGreaterThan(0)
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    const isSigned = (signed: object) =>
      verify(null, Buffer.from(textOfContent(signed)), key, Buffer.from(signature, 'base64url'))
    expect(isSigned(content)).toBe(true)
    expect(isSigned({ ...content, userId: 'other' })).toBe(false)
    const { data } = await call(auditList, { entity: 'privacy_export', entityId: id })
    expect(data?.list).toHaveLength(1)
  })

  it('is given to the person, and about others only to the platform', async () => {
    const { id } = await addPerson()
    const { userId } = suite.here
    expect((await exported('', suite.here)).content.userId).toBe(userId)
    expect(await exported(id, suite.here)).toMatchObject({ code: codes.notFound })
    expect(await call(privacyPerson, { id }, suite.here)).toMatchObject({ code: codes.notFound })
    expect((await call(privacyPerson, { id: '' }, suite.here)).data).toMatchObject({ userId })
  })
})

/** Adds a study with a site and a product, and a person whose authorization there has ended. */
async function addStudyUsers() {
  const { database, here } = suite
  const { tenantId } = here
  const softwareId = softwareCodes.edc
  await owner()
    .insertInto('tenantSoftware')
    .values({ tenantId, id: `licence-${tenantId}`, softwareId })
    .execute()
  const linked = await addStudy(database, { tenantId, softwareId }, '留存研究')
  const { studyId, studyUrlId } = linked
  const siteId = await addStudySite(database, linked, '01')
  const person = await addTenantUser(database, tenantId)
  const input = { studyUrlId, studySiteIds: [], tenantUserIds: [person.id] }
  expect(await call(studyUserSave, input, here)).toMatchObject({ code: codes.ok })
  const { id } = await owner()
    .selectFrom('studyUser')
    .select('id')
    .where('tenantUserId', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(await call(studyUserRemove, { ids: [id], isSite: false }, here)).toMatchObject({ code: codes.ok })
  return { study: { heldTenant: tenantId, heldStudy: studyId }, studyUrlId, siteId, person }
}

describe('a legal hold', () => {
  const place = (held: Partial<InputOf<typeof holdPlace>>) =>
    call(holdPlace, { scope: 'person', name: '诉讼', reason: '律师函', ...held })
  const release = async (name: string) => {
    const hold = (await call(holdList, { limit: 100 })).data?.list.find((row) => row.name === name)
    return call(holdRelease, { id: hold?.id ?? '', rowVersion: 1, releaseReason: '结案' })
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  const run = (handler: JobHandler) =>
    handler.run({
      services: testServices(suite.database, parseProfile({})),
      params: '',
      signal: new AbortController().signal,
    })

  it('needs something that exists', async () => {
    expect(await place({ heldPerson: 'nobody' })).toMatchObject({ code: codes.invalid })
    expect(await place({ scope: 'tenant', heldTenant: '0' })).toMatchObject({ code: codes.invalid })
    const { tenantId } = suite.here
    expect(await place({ scope: 'study', heldTenant: tenantId, heldStudy: 'none' })).toMatchObject({
      code: codes.invalid,
    })
  })

  it('on a person keeps the pseudonym, the membership, sessions and messages until its release', async () => {
    const { id, tenantId } = await addPerson()
    await endAccess(id)
    await request(id)
    expect(await place({ heldPerson: id, name: '人员留存' })).toMatchObject({ code: codes.ok })
    expect(await listed(id)).toMatchObject({ obstacles: ['hold'] })
    expect(await approve(id)).toMatchObject({ code: codes.conflict })
    const member = await owner()
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    expect(await call(tenantUserDelete, { id: member.id })).toMatchObject({ code: codes.conflict })
    expect(await call(tenantDelete, { id: tenantId })).toMatchObject({
      ...{ code: codes.conflict, message: expect.stringContaining('1 项法律留存') },
    })
    const { email } = await owner()
      .selectFrom('appUser')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await owner()
      .updateTable('message')
      .set({ state: 'delivered', createdAt: daysAgo(400) })
      .where('recipient', '=', email)
      .execute()
    await owner()
      .insertInto('session')
      .values({ tokenHash: `held-${id}`, userId: id, expiresAt: daysAgo(400) })
      .execute()
    const left = async () => ({
      sessions: (await owner().selectFrom('session').select('id').where('userId', '=', id).execute()).length,
      messages: (await owner().selectFrom('message').select('id').where('recipient', '=', email).execute())
        .length,
    })
    const kept = await left()
    expect(kept).toMatchObject({ sessions: 2 })
    await run(sessionCleanUp)
    await run(messageCleanUp)
    expect(await left()).toEqual(kept)
    expect(await release('人员留存')).toMatchObject({ code: codes.ok })
    await run(sessionCleanUp)
    await run(messageCleanUp)
    expect(await left()).toEqual({ sessions: 1, messages: 0 })
    expect(await approve(id)).toMatchObject({ code: codes.ok })
  })

  it('on a study keeps it, its sites and products, and people whose authorization has ended', async () => {
    const users = await addStudyUsers()
    const { study, person } = users
    expect(await place({ scope: 'study', ...study, name: '研究留存' })).toMatchObject({ code: codes.ok })
    await endAccess(person.userId)
    await request(person.userId)
    expect(await listed(person.userId)).toMatchObject({ obstacles: ['hold'] })
    for (const [made, id] of [
      [studyDelete, study.heldStudy],
      [studySiteDelete, users.siteId],
      [studyLinkDelete, users.studyUrlId],
      [tenantUserDelete, person.id],
    ] as const)
      expect(await call(made, { id })).toMatchObject({
        ...{ code: codes.conflict, message: expect.stringContaining('法律留存') },
      })
    await release('研究留存')
    expect(await listed(person.userId)).toMatchObject({ obstacles: [] })
    expect(await call(studySiteDelete, { id: users.siteId })).toMatchObject({ code: codes.ok })
  })

  it('on a tenant keeps its members', async () => {
    const { id, tenantId } = await addPerson()
    await endAccess(id)
    await request(id)
    await place({ scope: 'tenant', heldTenant: tenantId, name: '租户留存' })
    expect(await listed(id)).toMatchObject({ obstacles: ['hold'] })
    await release('租户留存')
    expect(await listed(id)).toMatchObject({ obstacles: [] })
  })
})

describe('placing a legal hold', () => {
  it('waits for a deletion that has counted the holds, and then finds what is gone', async () => {
    const { tenantId } = suite.here
    const { studyId } = await addStudy(suite.database, { tenantId, softwareId: softwareCodes.edc }, '删除中')
    const placed = await inTransaction(suite.database.db, asSystem, async (trx) => {
      expect(await countHolds(trx, { tenantId, studyId })).toBe(0)
      const held = { heldTenant: tenantId, heldStudy: studyId }
      const placing = call(holdPlace, { scope: 'study', ...held, name: '迟到', reason: '律师函' })
      const isWaiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      while ((await isWaiting.execute(owner())).rows.length === 0) await sleep(20)
      await owner().deleteFrom('studyUrl').where('studyId', '=', studyId).execute()
      await owner().deleteFrom('study').where('id', '=', studyId).execute()
      return { placing }
    })
    expect(await placed.placing).toMatchObject({ code: codes.invalid })
  })
})

describe('the list of retention', () => {
  it('has the days that the clean-ups use', async () => {
    const { data } = await call(retentionList, {})
    expect(data?.find(({ kind }) => kind === 'session')).toMatchObject({
      ...{ days: 90, setting: 'retention.sessionDays', isHeld: true },
    })
    expect(data?.find(({ kind }) => kind === 'auditTrail')).toMatchObject({ days: 0, jobName: '' })
    await owner().updateTable('job').set({ params: 'days=30' }).where('beanName', '=', 'sessions').execute()
    const { data: changed } = await call(retentionList, {})
    expect(changed?.find(({ kind }) => kind === 'session')).toMatchObject({ days: 30, setting: '' })
  })
})
