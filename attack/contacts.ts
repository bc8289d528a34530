import { randomBytes, randomInt } from 'node:crypto'
import {
  type Call,
  codes,
  systemRoles,
  tenantUserUnassigned,
  updateSelf,
  userInfo,
  userPull,
  userSave,
} from '@atrium/contract'
import type { Outcome, Target } from './target.ts'

/** Sessions of the searching users; without a tenant administrator, fewer searches are tried. */
interface Lookers {
  readonly administrator: string
  readonly tenantAdministrator: string | undefined
}

/**
 * Gives a new account an unverified e-mail address and phone number, and searches for users by them: only a verified
 * contact may identify a user. The account is not deleted.
 */
export async function lookByUnverified(
  target: Target,
  outcome: Outcome,
  { administrator, tenantAdministrator }: Lookers,
): Promise<void> {
  const call = async (called: Call, input: object, token: string) =>
    (await target.call(outcome, called, input, token)).envelope
  const data = async (called: Call, input: object, token: string): Promise<unknown> => {
    const envelope = await call(called, input, token)
    if (envelope?.code !== codes.ok) throw new Error(`${called.path}: ${envelope?.message ?? 'no response'}`)
    return envelope.data
  }
  const mark = `attack${randomBytes(6).toString('hex')}`
  const contacts = { email: `${mark}@attack.example`, phone: `199${String(randomInt(1e8)).padStart(8, '0')}` }
  const roles = await data(systemRoles, {}, administrator)
  const roleId = Array.isArray(roles) ? roles[0]?.code : ''
  const account = { userName: mark, fullName: mark, roleId, ...contacts }
  await data(userSave, account, administrator)

  const { email, phone } = contacts
  for (const input of [{ email }, { phone }, contacts]) {
    const envelope = await call(userPull, input, administrator)
    if (envelope?.code === codes.ok)
      outcome.findings.push(`an account was found by its unverified ${Object.keys(input)}`)
  }
  if (tenantAdministrator === undefined) return
  const { tenants = [] } = Object(await data(userInfo, {}, tenantAdministrator))
  const find = async (keyWord: string) =>
    Object(await data(tenantUserUnassigned, { tenantId: tenants[0]?.id, keyWord }, tenantAdministrator))
      .totalCount as number
  if ((await find(mark)) !== 1) throw new Error('a search by user name does not find the account')
  for (const [kind, contact] of Object.entries(contacts)) {
    if ((await find(contact)) > 0) outcome.findings.push(`an account was found by an unverified ${kind}`)
    const envelope = await call(updateSelf, { [kind]: contact }, tenantAdministrator)
    if (envelope?.code === codes.ok)
      outcome.findings.push(`an account changed its ${kind} to another account’s without verification`)
  }
}
