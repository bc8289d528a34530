import {
  auditEvent,
  auditExport,
  codes,
  departmentDelete,
  departmentSave,
  globalTenantId,
  roleDelete,
  roleSave,
  type SignatureMeaning,
  type SignedKind,
  signatory,
  signatureAccountHeader,
  signatureMeaningHeader,
  signaturePasswordHeader,
  signaturePolicy,
  signaturePolicySave,
  signOut,
  tenantList,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { secrets } from '../../../test-support/secrets.ts'
import { textOfPdf } from '../../app/conformance/blinding/pdf.ts'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { verifyAudit } from '../../platform/audit/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/transaction.ts'
import { tenantAdministrator } from '../access/index.ts'
import {
  addUser,
  encrypt,
  password,
  type Sender,
  send,
  signInAs,
} from '../identity/sign-in/test-kit/index.ts'

let suite: Suite

/** An administrator of the tenant who has just signed in. */
let nurse: { readonly id: string; readonly userName: string; readonly token: string }

const addAdministrator = async (facts: object = {}) => {
  const user = await addUser(suite.database, { fullName: '李敏', ...facts })
  const { tenantId } = suite.here
  const membership = { tenantId, id: user.id, userId: user.id, roleId: tenantAdministrator.id }
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ ...membership, joinDate: new Date() })
    .execute()
  return { ...user, token: await signInAs(suite.server, user.userName) }
}

const mustSign = async (tenantId: string, signed: readonly SignedKind[]) => {
  const { owner } = suite.database
  await owner.deleteFrom('signaturePolicy').where('tenantId', '=', tenantId).execute()
  const policy = { tenantId, id: tenantId, signed: JSON.stringify(signed) }
  await owner.insertInto('signaturePolicy').values(policy).execute()
}

beforeAll(async () => {
  suite = await startSuite()
})
beforeEach(async () => {
  await suite.database.owner.deleteFrom('signaturePolicy').execute()
  nurse = await addAdministrator()
  await mustSign(suite.here.tenantId, [{ kind: 'delete', meaning: 'approver' }])
})
afterAll(() => suite.close())

interface Given {
  readonly account?: string
  readonly password?: string
  readonly meaning?: SignatureMeaning
  readonly purpose?: 'signature' | 'sign-in'
}

/** Returns the headers of a signature: both components by default. */
const signs = async (userName = nurse.userName, given: Given = {}) => ({
  [signatureAccountHeader]: encodeURIComponent(given.account ?? userName),
  [signaturePasswordHeader]: await encrypt(suite.server, {
    ...{ password: given.password ?? password, purpose: given.purpose ?? 'signature', name: userName },
  }),
  [signatureMeaningHeader]: given.meaning ?? 'approver',
})

let made = 0

/** Deletes a new department of the tenant. */
const remove = async (sender: Partial<Sender> = {}) => {
  const { tenantId } = suite.here
  const department = { tenantId, parentId: '0', departmentName: `签名科室${++made}` }
  const { data } = await send(suite.server, departmentSave, department, { token: suite.here.token })
  const id = String(data)
  const response = await send(suite.server, departmentDelete, { id }, { token: nurse.token, ...sender })
  const left = await suite.database.owner.selectFrom('department').select('id').where('id', '=', id).execute()
  return { id, response, isDeleted: left.length === 0 }
}

const signed = async (given: Given = {}) => remove({ signature: await signs(nurse.userName, given) })

const events = (call: string) =>
  suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('call', '=', call)
    .orderBy('sequence', 'desc')
    .execute()

const signatureOfLast = async (call = departmentDelete.path) => {
  const [event] = await events(call)
  const rows = await suite.database.owner
    .selectFrom('signature')
    .selectAll()
    .where('eventId', '=', event?.id ?? '')
    .execute()
  return { event, rows, row: rows[0] }
}

const show = async (id: string, sender: Sender = suite.here) =>
  (await send(suite.server, auditEvent, { id }, sender)).data

describe('a signature', () => {
  it('is not needed unless the policy says so', async () => {
    await mustSign(suite.here.tenantId, [])
    expect((await remove()).isDeleted).toBe(true)
    expect((await signatureOfLast()).rows).toEqual([])
  })

  it('is needed for a configured change, which does nothing without it', async () => {
    const { response, isDeleted } = await remove()
    expect(response).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'signature', message: '此操作需要电子签名（批准）' }],
      signatureMeaning: 'approver',
    })
    expect(isDeleted).toBe(false)
    const english = await remove({ language: 'en' })
    expect(english.response.errors?.[0]?.message).toBe('This change needs an electronic signature (Approver)')
  })

  it('has the printed name, the meaning, the instant and the record, and its event contains it', async () => {
    const { id, response, isDeleted } = await signed()
    expect([response.code, isDeleted]).toEqual([codes.ok, true])
    const { event, rows, row } = await signatureOfLast()
    expect(rows).toHaveLength(1)
    expect(row).toMatchObject({
      ...{ tenantId: suite.here.tenantId, userId: nurse.id, userName: nurse.userName, printedName: '李敏' },
      ...{ meaning: 'approver', components: 'both', entity: 'department', entityId: id },
      ...{
        eventSequence: event?.sequence,
        algorithm: 'sha256',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    expect(event?.after).toEqual({
      signature: expect.objectContaining({ id: row?.id, hash: row?.hash, at: row?.at.toISOString() }),
    })
    expect(Math.abs(Number(row?.at) - Number(event?.at))).toBeLessThan(60_000)
  })

  it('needs both components at the first signing of a session, and the password alone after it', async () => {
    const first = await signed({ account: '' })
    expect(first.response.errors).toEqual([
      {
        field: 'signature.account',
        message: '请填写您本人的用户名；本次登录后的首次签名须同时填写用户名和密码',
      },
    ])
    expect(first.isDeleted).toBe(false)
    expect((await signed()).isDeleted).toBe(true)
    expect((await signed({ account: '' })).isDeleted).toBe(true)
    expect((await signatureOfLast()).row?.components).toBe('secret')
    // A new sign-in begins again.
    nurse = { ...nurse, token: await signInAs(suite.server, nurse.userName) }
    expect((await signed({ account: '' })).isDeleted).toBe(false)
  })

  it('is rejected with a wrong password, which is recorded and counts towards the lockout', async () => {
    const wrong = await signed({ password: 'Wrong0Password' })
    expect(wrong.response).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'signature.password', message: '密码错误，签名未生效' }],
    })
    expect(wrong.isDeleted).toBe(false)
    const [failed] = await events(departmentDelete.path)
    expect(failed).toMatchObject({ entity: 'failed_sign_in', entityId: nurse.id, actorId: nurse.id })
    expect(JSON.stringify(failed)).not.toContain('Wrong0Password')
    for (let tries = 1; tries < 10; tries += 1) await signed({ password: 'Wrong0Password' })
    const locked = await signed()
    expect(locked.response.errors?.[0]).toMatchObject({
      field: 'signature.password',
      message: expect.stringContaining('锁定'),
    })
    expect(locked.isDeleted).toBe(false)
  })

  it('is rejected with the account of another user', async () => {
    const other = await addUser(suite.database)
    const { response, isDeleted } = await signed({ account: other.userName })
    expect(response.errors?.[0]?.field).toBe('signature.account')
    expect(isDeleted).toBe(false)
    const [failed] = await events(departmentDelete.path)
    expect(failed).toMatchObject({ entity: 'failed_sign_in', actorId: nurse.id })
  })

  it('is rejected with another meaning, and with a password for another purpose or used before', async () => {
    const meaning = await signed({ meaning: 'reviewer' })
    expect(meaning.response).toMatchObject({
      errors: [{ field: 'signature.meaning', message: '签名含义已变更为“批准”，请确认后重新签名' }],
      signatureMeaning: 'approver',
    })
    const purpose = await signed({ purpose: 'sign-in' })
    expect(purpose.response.errors?.[0]?.field).toBe('signature.password')
    const signature = await signs()
    expect((await remove({ signature })).isDeleted).toBe(true)
    const again = await remove({ signature })
    expect(again.response.errors?.[0]?.field).toBe('signature.password')
    expect([meaning, purpose, again].map(({ isDeleted }) => isDeleted)).toEqual([false, false, false])
  })

  it('cannot be given by users without a password here, and says why', async () => {
    await suite.database.owner
      .updateTable('appUser')
      .set({ passwordHash: null })
      .where('id', '=', nurse.id)
      .execute()
    const { response, isDeleted } = await signed()
    expect(response.errors).toEqual([
      { field: 'signature', message: expect.stringContaining('没有本系统密码，不能电子签名') },
    ])
    expect(isDeleted).toBe(false)
    const { data } = await send(suite.server, signatory, {}, { token: nurse.token })
    expect(data).toMatchObject({ state: 'noPassword', printedName: '李敏', hasSigned: false })
  })

  it('is one for all records of a call', async () => {
    const { userName } = await suite.database.owner
      .selectFrom('appUser')
      .select('userName')
      .where('id', '=', suite.admin.userId)
      .executeTakeFirstOrThrow()
    const role = (name: string) => ({ name, roleType: 2, status: 0, superAdmin: 1, resourceIdList: [] })
    const ids: string[] = []
    for (const name of ['签名角色一', '签名角色二'])
      ids.push(String((await send(suite.server, roleSave, role(name), suite.admin)).data))
    await mustSign(globalTenantId, [{ kind: 'role', meaning: 'reviewer' }])
    const given = await signs(userName, { meaning: 'reviewer' })
    const { code } = await send(suite.server, roleDelete, { ids }, { ...suite.admin, signature: given })
    expect(code).toBe(codes.ok)
    const { event, rows, row } = await signatureOfLast(roleDelete.path)
    expect(rows).toHaveLength(1)
    expect(row).toMatchObject({ entityId: ids.join(), meaning: 'reviewer', tenantId: globalTenantId })
    expect((await show(event?.id ?? '', suite.admin))?.signature.state).toBe('intact')
  })

  it('is never asked for at the end of a session', async () => {
    expect((await send(suite.server, signOut, {}, { token: nurse.token })).code).toBe(codes.ok)
  })

  it('can be neither changed nor removed, by the owner either', async () => {
    await signed()
    const { row } = await signatureOfLast()
    const change = sql`update signature set meaning = 'author' where id = ${row?.id}`
    await expect(change.execute(suite.database.owner)).rejects.toMatchObject({ code: '42501' })
    const removal = suite.database.owner.deleteFrom('signature').execute()
    await expect(removal).rejects.toMatchObject({ code: '42501' })
    const byServer = inTransaction(suite.database.db, asPlatform, (trx) => change.execute(trx))
    await expect(byServer).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the binding of a signature', () => {
  const key = secrets.auditKey
  const faults = async () =>
    (await verifyAudit(suite.database.db, key)).faults.filter((fault) => /signature/.test(fault))

  /** Signs a change of a department, whose event has fields before and after. */
  const signedChange = async () => {
    await mustSign(suite.here.tenantId, [{ kind: 'record', meaning: 'author' }])
    const { tenantId } = suite.here
    const department = { tenantId, parentId: '0', departmentName: `绑定科室${++made}` }
    const signature = await signs(nurse.userName, { meaning: 'author' })
    await send(suite.server, departmentSave, department, { token: nurse.token, signature })
    const { event, row } = await signatureOfLast(departmentSave.path)
    return { id: event?.id ?? '', signatureId: row?.id ?? '' }
  }

  const tamper = (statement: ReturnType<typeof sql>) =>
    suite.database.owner.transaction().execute(async (trx) => {
      await sql`alter table signature disable trigger keep`.execute(trx)
      await statement.execute(trx)
      await sql`alter table signature enable trigger keep`.execute(trx)
    })

  it('is shown with the event, and is a fault of no verification', async () => {
    const { id } = await signedChange()
    const event = await show(id)
    expect(event?.signature).toMatchObject({
      ...{
        state: 'intact',
        printedName: '李敏',
        userName: nurse.userName,
        meaning: 'author',
        meaningDesc: '编制',
      },
      ...{ components: 'both', algorithm: 'sha256', hash: expect.stringMatching(/^\w{64}$/) },
    })
    expect(event?.items[0]?.changes.map(({ field }) => field)).not.toContain('signature')
    await signed({ meaning: 'approver' })
    await mustSign(suite.here.tenantId, [{ kind: 'delete', meaning: 'approver' }])
    await signed()
    const deletion = (await signatureOfLast()).event?.id ?? ''
    expect((await show(deletion))?.items[0]?.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'departmentName', after: '' })]),
    )
    expect(await faults()).toEqual([])
  })

  it.each([
    [
      'the record',
      (id: string) =>
        sql`update audit_event set after = jsonb_set(after, '{departmentName}', '"改"') where id = ${id}`,
    ],
    ['the reason', (id: string) => sql`update audit_event set reason = '另一原因' where id = ${id}`],
    [
      'the printed name',
      (_: string, own: string) => sql`update signature set printed_name = '王伟' where id = ${own}`,
    ],
    [
      'the name on both sides',
      (id: string, own: string) => sql`with e as (update audit_event
      set after = jsonb_set(after, '{signature,printedName}', '"王伟"') where id = ${id})
      update signature set printed_name = '王伟' where id = ${own}`,
    ],
    ['the list of signatures', (_: string, own: string) => sql`delete from signature where id = ${own}`],
  ])('is broken once %s is changed', async (_, change) => {
    const { id, signatureId } = await signedChange()
    await tamper(change(id, signatureId))
    expect((await show(id))?.signature.state).toBe('broken')
    expect((await faults()).join('\n')).toMatch(new RegExp(`${signatureId}|${id}`))
  })

  it('is in the exports of the trail', async () => {
    const { id } = await signedChange()
    const { entityId } = (await signatureOfLast(departmentSave.path)).event ?? { entityId: '' }
    const bytes = async (format: 'csv' | 'jsonl' | 'pdf') => {
      const response = await fetch(`${suite.server.api}${auditExport.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: suite.here.token, language: 'zh' },
        body: JSON.stringify({ entity: 'department', entityId, format }),
      })
      return Buffer.from(await response.arrayBuffer())
    }
    const csv = (await bytes('csv')).toString()
    expect(csv).toContain('签名人')
    expect(csv).toContain(`李敏 (${nurse.userName})`)
    expect(csv).toContain('有效')
    const pdf = (await textOfPdf(await bytes('pdf'))).toString().replaceAll(/\s/g, '')
    expect(pdf).toContain(`电子签名:李敏(${nurse.userName})签名含义:编制`)
    expect((await bytes('jsonl')).toString()).toMatch(new RegExp(`${id}.*printedName.*李敏`))
  })
})

describe('the policy', () => {
  const save = async (tenantId: string, change: object = {}, sender: Sender = { token: nurse.token }) =>
    send(
      suite.server,
      signaturePolicySave,
      { tenantId, signed: [{ kind: 'role' as const, meaning: 'approver' as const }], ...change },
      sender,
    )
  const read = async (tenantId: string, sender: Sender = { token: nurse.token }) =>
    (await send(suite.server, signaturePolicy, { tenantId }, sender)).data

  it('asks for nothing by default, and is the platform’s until a tenant saves its own', async () => {
    await suite.database.owner.deleteFrom('signaturePolicy').execute()
    const { tenantId } = suite.here
    expect(await read(tenantId)).toMatchObject({ follows: true, signed: [], rowVersion: 0 })
    await mustSign(globalTenantId, [{ kind: 'lock', meaning: 'reviewer' }])
    const signed = [{ kind: 'lock', meaning: 'reviewer' }]
    expect(await read(tenantId)).toMatchObject({ signed, platformSigned: signed })
  })

  it('is signed by an approver if anything has to be signed before or after, and always says why', async () => {
    const { tenantId } = suite.here
    expect(await save(tenantId, { signed: [] })).toMatchObject({
      errors: [{ field: 'signature' }],
      signatureMeaning: 'approver',
    })
    expect(
      await save(tenantId, {}, { token: nurse.token, reason: '', signature: await signs() }),
    ).toMatchObject({
      errors: [{ field: 'reason' }],
    })
    expect((await save(tenantId, {}, { token: nurse.token, signature: await signs() })).code).toBe(codes.ok)
    const { event, row } = await signatureOfLast(signaturePolicySave.path)
    expect(event).toMatchObject({
      before: { signed: [{ kind: 'delete', meaning: 'approver' }] },
      after: { signed: [{ kind: 'role', meaning: 'approver' }] },
    })
    expect(row).toMatchObject({ entity: 'signature_policy', meaning: 'approver' })
    expect((await show(event?.id ?? ''))?.items[0]?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'signed', after: '操作类型：角色与角色分配；签名含义：批准' }),
      ]),
    )
  })

  it('needs no signature while nothing has to be signed', async () => {
    await suite.database.owner.deleteFrom('signaturePolicy').execute()
    expect((await save(suite.here.tenantId, { signed: [] })).code).toBe(codes.ok)
  })

  it('rejects a kind listed twice, a save over a newer version, and other tenants', async () => {
    const { tenantId } = suite.here
    const twice = ['author', 'reviewer'].map((meaning) => ({ kind: 'role', meaning }))
    expect(await save(tenantId, { signed: twice })).toMatchObject({
      errors: [{ field: 'signed', message: '同一类操作不能重复设置' }],
    })
    const sender = async () => ({ token: nurse.token, signature: await signs() })
    expect((await save(tenantId, {}, await sender())).code).toBe(codes.ok)
    expect((await save(tenantId, { signed: [], rowVersion: 1 }, await sender())).code).toBe(codes.conflict)
    expect((await save(suite.there.tenantId, {}, await sender())).code).toBe(codes.notFound)
    expect((await save(globalTenantId, {}, await sender())).code).toBe(codes.forbidden)
  })

  it('does not make a reading call sign', async () => {
    const { code } = await send(suite.server, tenantList, {}, { ...suite.admin, signature: await signs() })
    expect(code).toBe(codes.ok)
  })
})
