import { codes, privacyApprove, privacyList, privacyRequest, userStatus, userUpdate } from '@atrium/contract'
import { type Suite, signedIn } from '../../../app/test-kit/index.ts'
import { platformAdministrator } from '../../access/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'

/** Locks a user and disables their memberships, as before an approval. */
export async function endAccess({ server, database, admin }: Suite, userId: string): Promise<void> {
  await send(server, userUpdate, { id: userId, status: userStatus.locked }, admin)
  await database.owner.updateTable('tenantUser').set({ enabled: 1 }).where('userId', '=', userId).execute()
}

/** Has a user pseudonymised by two administrators. @returns the pseudonym */
export async function pseudonymised(suite: Suite, userId: string): Promise<string> {
  const { server, database, admin } = suite
  await endAccess(suite, userId)
  await send(server, privacyRequest, { userId, ground: 'person', reason: '本人书面申请' }, admin)
  const rows = async () => (await send(server, privacyList, { limit: 100 }, admin)).data?.list ?? []
  const requestOf = async () => (await rows()).find((row) => row.userId === userId)
  const id = (await requestOf())?.id ?? ''
  const second = await signedIn(database, platformAdministrator.id)
  const response = await send(server, privacyApprove, { id, decisionReason: '已核对身份' }, second)
  if (response.code !== codes.ok) throw new Error(response.message)
  return (await requestOf())?.pseudonym ?? ''
}
