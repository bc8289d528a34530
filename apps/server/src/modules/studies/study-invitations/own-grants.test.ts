import {
  categories,
  codes,
  type InputOf,
  inviteCtms,
  inviteEdc,
  inviteEtmf,
  register,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { signedIn } from '../../../app/test-kit/index.ts'
import { platformAdministrator } from '../../access/index.ts'
import { type Sender, secretSentTo, send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'
import { type Inviting, newAddress, roleId, startInviting, typeId } from './test-kit/index.ts'

/* Users must not grant themselves access to a product. */

let inviting: Inviting
/** Membership ids of the caller and of a colleague. */
let own: string
let colleague: string

const owner = () => inviting.suite.database.owner

const memberIn = async (userId: string): Promise<string> => {
  const { id } = await owner()
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', inviting.tenantId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  inviting = await startInviting()
  own = await memberIn(inviting.suite.here.userId)
  colleague = (await inviting.addPerson('同事')).id
})

afterAll(() => inviting.close())

const setAddress = (userId: string, address: string) =>
  owner()
    .updateTable('appUser')
    .set({ email: address, emailKey: address, emailValid: 0 })
    .where('id', '=', userId)
    .execute()

const rejectedBy = (field: string) => ({
  code: codes.invalid,
  errors: [{ field, message: '不能为自己授权，请由其他管理员操作' }],
})

it('rejects callers who select themselves, and grants nothing to anyone', async () => {
  for (const userList of [[own], [colleague, own]])
    expect(await inviting.invite({ userList })).toMatchObject(rejectedBy('userList'))
  expect(await inviting.grantsOf(colleague)).toEqual([])
  expect(await inviting.authorizationsOf(own)).toEqual([])
  expect((await inviting.invite({ userList: [colleague] })).code).toBe(codes.ok)
})

it.each([
  ['CTMS', inviteCtms, softwareCodes.ctms],
  ['eTMF', inviteEtmf, softwareCodes.etmf],
] as const)('rejects it in %s, under the field’s name there', async (_name, call, softwareId) => {
  const { studyUrlId } = await inviting.linked(softwareId)
  const input: InputOf<typeof inviteCtms> = {
    ...{ TenantId: inviting.tenantId, studyUrlId, UserRole: roleId, UserTypeId: typeId },
    ...{ tenantRoleId: 'T1', studyRoleId: 'S1' },
    UserList: [own],
  }
  expect(await send(inviting.suite.server, call, input, inviting.suite.here)).toMatchObject(
    rejectedBy('UserList'),
  )
})

it('rejects callers who enter their own address, in any spelling, verified or not', async () => {
  const address = newAddress()
  const { userId } = inviting.suite.here
  for (const emailValid of [0, 1]) {
    await setAddress(userId, address)
    await owner().updateTable('appUser').set({ emailValid }).where('id', '=', userId).execute()
    const EmailList = [address.replace('@hospital', '@Hospital'), newAddress()]
    expect(await inviting.invite({ EmailList })).toMatchObject(rejectedBy('EmailList'))
  }
})

it('makes no exception for platform administrators, inside or outside the tenant', async () => {
  const { database } = inviting.suite
  const admin = await signedIn(database, platformAdministrator.id)
  const address = newAddress()
  await setAddress(admin.userId, address)
  expect(await inviting.invite({ EmailList: [address] }, admin)).toMatchObject(rejectedBy('EmailList'))
  await owner()
    .insertInto('tenantUser')
    .values({ tenantId: inviting.tenantId, id: admin.userId, userId: admin.userId })
    .execute()
  expect(await inviting.invite({ userList: [admin.userId] }, admin)).toMatchObject(rejectedBy('userList'))
  expect((await inviting.invite({ userList: [admin.userId] })).code).toBe(codes.ok)
})

const accept = async (address: string, sender?: Sender) =>
  send(
    inviting.suite.server,
    register,
    {
      key: await secretSentTo(inviting.suite.database, address),
      positionId: globalEntryId(categories.position, 'PM'),
    },
    sender,
  )

it('rejects accepting one’s own grant after changing one’s address to the invited one', async () => {
  const address = newAddress()
  expect((await inviting.invite({ EmailList: [address] })).code).toBe(codes.ok)
  await setAddress(inviting.suite.here.userId, address)
  const own = { code: codes.forbidden, message: expect.stringContaining('不能由您本人接受') }
  expect(await accept(address)).toMatchObject(own)
  // The previous version stored only the inviter.
  const { id } = await owner()
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow()
  await owner()
    .updateTable('productAuthorization')
    .set({ grantedBy: null })
    .where('invitationId', '=', id)
    .execute()
  expect(await accept(address)).toMatchObject(own)
  // The user may accept a grant from another user.
  await setAddress(inviting.suite.here.userId, newAddress())
  const other = await signedIn(inviting.suite.database, platformAdministrator.id)
  const sent = inviting.input({ EmailList: [address] })
  expect((await send(inviting.suite.server, inviteEdc, sent, other)).code).toBe(codes.ok)
  await setAddress(inviting.suite.here.userId, address)
  expect((await accept(address)).code).toBe(codes.ok)
})
