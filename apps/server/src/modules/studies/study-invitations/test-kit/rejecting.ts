import {
  codes,
  type InvitationState,
  invitationList,
  productRefusalList,
  productRefusalRetry,
  productRefusalTakeBack,
  rejectionNotices,
} from '@atrium/contract'
import { testServices } from '../../../../../test-support/services.ts'
import { type Sender, send, trySignIn } from '../../../identity/sign-in/test-kit/index.ts'
import { deliverDue } from '../deliveries.ts'
import { accept, joined, newPassword } from './accepting.ts'
import { type Inviting, newAddress } from './inviting.ts'
import { answering, saying } from './product.ts'

/** Creates helpers for tests of rejections, in a suite whose inviter is `here`. */
export function rejecting(inviting: Inviting) {
  const { suite, product, tenantId } = inviting
  const { database, server, here } = suite
  const deliver = () => deliverDue(testServices(database))

  /** Sets a user's e-mail address, verified by default. */
  const setAddress = async (userId: string, { verified = true, ...facts }: AddressFacts = {}) => {
    const email = newAddress()
    const address = { email, emailKey: email, emailValid: verified ? 0 : 1, ...facts }
    await database.owner.updateTable('appUser').set(address).where('id', '=', userId).execute()
    return email
  }

  /** Makes the product reject all pending deliveries. */
  const reject = async (reason = '培训未完成') => {
    product.respondWith(saying({ code: codes.invalid, message: reason }))
    await deliver()
    product.respondWith(answering())
  }

  /** Invites an address, registers a user with it, and makes the product reject that user. */
  const rejectedNewcomer = async (
    more: Parameters<Inviting['invite']>[0] = {},
    { reason, sender = here }: { readonly reason?: string; readonly sender?: Sender } = {},
  ) => {
    const address = newAddress()
    const invited = await inviting.invite({ EmailList: [address], ...more }, sender)
    if (invited.code !== codes.ok) throw new Error(invited.message)
    const registered = await accept(suite, address)
    if (registered.code !== codes.ok) throw new Error(registered.message)
    await reject(reason)
    const [member] = await joined(suite, address)
    const found = await database.owner
      .selectFrom('productAuthorization')
      .innerJoin('tenantUser', 'tenantUser.id', 'productAuthorization.tenantUserId')
      .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
      .select(['productAuthorization.id', 'appUser.userName', 'tenantUser.userId'])
      .where('tenantUserId', '=', member?.id ?? '')
      .executeTakeFirstOrThrow()
    return { ...found, address, tenantUserId: member?.id ?? '' }
  }

  const list = async (sender: Sender = here) =>
    (await send(server, productRefusalList, { tenantId, limit: 1000 }, sender)).data?.list ?? []

  return {
    deliver,
    reject,
    setAddress,
    rejectedNewcomer,
    list,
    rejectionOf: async (id: string) => (await list()).find((one) => one.id === id),
    invitationOf: async (address: string) =>
      (await send(server, invitationList, { tenantId, keyWord: address }, here)).data?.list[0],
    /** Returns the addresses whose invitations are in a state. */
    invitationsIn: async (state: InvitationState) => {
      const { data } = await send(server, invitationList, { tenantId, state, limit: 1000 }, here)
      return data?.list.map(({ email }) => email) ?? []
    },
    retry: (id: string, sender: Sender = here) => send(server, productRefusalRetry, { id }, sender),
    takeBack: (id: string, sender: Sender = here) => send(server, productRefusalTakeBack, { id }, sender),
    notices: async (sender: Sender) => (await send(server, rejectionNotices, {}, sender)).data,
    /** Signs in as a user who registered. */
    signIn: async ({ userName }: { readonly userName: string }): Promise<Sender> => {
      const { data } = await trySignIn(server, { userName, password: newPassword })
      return { token: data?.token ?? '' }
    },
    /** Returns the tenant role of a user. */
    roleOf: async (tenantUserId: string) =>
      (
        await database.owner
          .selectFrom('tenantUser')
          .select('roleId')
          .where('id', '=', tenantUserId)
          .executeTakeFirstOrThrow()
      ).roleId,
  }
}

interface AddressFacts {
  readonly verified?: boolean
  readonly language?: string
}
