import {
  codes,
  findRegistration,
  invitationList,
  tenantUserDelete,
  tenantUserUpdateBase,
  userStatus,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServices } from '../../../../test-support/services.ts'
import type { Person } from '../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import { secretSentTo, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import {
  accept,
  addInviterRole,
  type Inviting,
  joined,
  newAddress,
  roleId,
  startInviting,
} from '../../studies/study-invitations/test-kit/index.ts'
import { invite as inviteIn } from './index.ts'

let inviting: Inviting
let inviterRole: string

beforeAll(async () => {
  inviting = await startInviting()
  inviterRole = await addInviterRole(inviting.suite)
})

afterAll(() => inviting.close())

/** Adds a signed-in member of the tenant with a role. */
const addInviter = async (role: string = roleId) => {
  const person = await inviting.addPerson('邀请者', { roleId: role })
  return { ...person, token: await signInAs(inviting.suite.server, person.userName) }
}
type Inviter = Awaited<ReturnType<typeof addInviter>>

/** Invites an address to EDC. */
const invitedBy = async (inviter: Person) => {
  const address = newAddress()
  expect(await inviting.invite({ EmailList: [address] }, inviter)).toMatchObject({ code: codes.ok })
  return address
}

const shownOf = async (address: string) => {
  const { tenantId, suite } = inviting
  const { data } = await send(suite.server, invitationList, { tenantId, keyWord: address }, suite.here)
  return data?.list[0]
}

const find = async (address: string) => {
  const { database, server } = inviting.suite
  return send(server, findRegistration, { key: await secretSentTo(database, address) })
}

const remove = ({ id }: Inviter) => send(inviting.suite.server, tenantUserDelete, { id }, inviting.suite.here)
const change = ({ id }: Inviter, facts: object) =>
  send(inviting.suite.server, tenantUserUpdateBase, { id, ...facts }, inviting.suite.here)
const lock = ({ userId }: Inviter) =>
  inviting.suite.database.owner
    .updateTable('appUser')
    .set({ status: userStatus.locked })
    .where('id', '=', userId)
    .execute()

const noMenu = '邀请人已无权邀请用户加入该租户'

describe('an invitation', () => {
  it.each<[string, (inviter: Inviter) => Promise<unknown>, string]>([
    ['was removed from the tenant', remove, noMenu],
    ['was disabled in the tenant', (inviter) => change(inviter, { enabled: 1 }), noMenu],
    ['has a role that cannot invite', (inviter) => change(inviter, { role: 'guests' }), noMenu],
    [
      'has a role that cannot grant the invited one',
      (inviter) => change(inviter, { role: inviterRole }),
      '邀请人已无权授予该角色',
    ],
    ['has a locked account', lock, '邀请人的账号已锁定'],
  ])('is invalid once its inviter %s, and the list shows the reason', async (_, demote, refusal) => {
    const inviter = await addInviter()
    const address = await invitedBy(inviter)
    expect(await find(address)).toMatchObject({ code: codes.ok })
    expect(await shownOf(address)).toMatchObject({ state: 'pending', refusal: '', inviterName: '邀请者' })
    await demote(inviter)
    const rejected = {
      code: codes.badCode,
      message: '邀请人已无权邀请您加入，该邀请不再有效，请联系对方机构的管理员重新邀请',
    }
    expect(await find(address)).toMatchObject({ ...rejected, data: null })
    expect(await accept(inviting.suite, address)).toMatchObject(rejected)
    expect(await joined(inviting.suite, address)).toEqual([])
    expect(await shownOf(address)).toMatchObject({ state: 'pending', refusal, inviterName: '邀请者' })
  })

  it('is invalid if its role now has more rights than its inviter', async () => {
    const { suite } = inviting
    const { owner } = suite.database
    await owner.insertInto('role').values({ id: 'growing', name: '将扩权', roleType: 2 }).execute()
    const inviter = await addInviter(inviterRole)
    const address = newAddress()
    await inviting.invite({ EmailList: [address], userRole: 'growing' }, inviter)
    expect(await find(address)).toMatchObject({ code: codes.ok })
    await owner.insertInto('roleMenu').values({ roleId: 'growing', menuId: 'tenantUser' }).execute()
    expect(await accept(suite, address)).toMatchObject({ code: codes.badCode })
    expect(await shownOf(address)).toMatchObject({ refusal: '邀请人已无权授予该角色' })
  })

  it('from a platform administrator is valid as long as they have their system role', async () => {
    const { suite } = inviting
    const address = await invitedBy(suite.admin)
    expect(await find(address)).toMatchObject({ code: codes.ok })
    const roleOf = (id: string | null) =>
      suite.database.owner
        .updateTable('appUser')
        .set({ roleId: id })
        .where('id', '=', suite.admin.userId)
        .execute()
    const { roleId: before } = await suite.database.owner
      .selectFrom('appUser')
      .select('roleId')
      .where('id', '=', suite.admin.userId)
      .executeTakeFirstOrThrow()
    await roleOf(null)
    expect(await accept(suite, address)).toMatchObject({ code: codes.badCode })
    await roleOf(before)
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
  })

  it('loses the authorizations added by a removed inviter when another user sends it again', async () => {
    const { suite, linked, edc, authorizationsOf } = inviting
    const inviter = await addInviter()
    const address = await invitedBy(inviter)
    await remove(inviter)
    const other = await linked(edc.softwareId)
    const role = { roleId: 'R1', environmentId: 'E1', roleName: 'CRA', studyId: other.studyId }
    await inviting.invite({
      EmailList: [address],
      studyUrlId: other.studyUrlId,
      userStudyRoles: [role],
    })
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
    const [one] = await joined(suite, address)
    expect(await authorizationsOf(one?.id ?? '')).toMatchObject([{ studyUrlId: other.studyUrlId }])
  })

  it('without a role only requires an inviter who may invite', async () => {
    const { suite, tenantId } = inviting
    const { db } = suite.database
    const inviter = await addInviter(inviterRole)
    const address = newAddress()
    await inTransaction(db, asTenants([tenantId]), (trx) =>
      inviteIn(trx, testServices(suite.database), {
        tenantId,
        email: address,
        language: 'zh',
        invitedBy: inviter.userId,
      }),
    )
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
    expect(await joined(suite, address)).toMatchObject([{ roleId: null }])
  })

  it('is invalid without an inviter', async () => {
    const { suite } = inviting
    const address = await invitedBy(suite.here)
    await suite.database.owner
      .updateTable('invitation')
      .set({ invitedBy: null })
      .where('email', '=', address)
      .execute()
    expect(await accept(suite, address)).toMatchObject({ code: codes.badCode })
  })
})
