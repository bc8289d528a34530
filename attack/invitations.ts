import { randomBytes } from 'node:crypto'
import {
  type Call,
  categories,
  codes,
  dictionaryList,
  domainSave,
  findRegistration,
  type InvitationState,
  invitationList,
  invitationResend,
  invitationWithdraw,
  inviteEdc,
  licenceSave,
  membershipStatus,
  type Registration,
  register,
  sendRegistrationCode,
  softwareCodes,
  studyLinkSave,
  studySave,
  studyUserList,
  studyUserRemove,
  tenantSave,
  tenantUserDelete,
  tenantUserList,
  tenantUserUpdateBase,
} from '@atrium/contract'
import type { Account, Outcome, Target } from './target.ts'

/** Reads the key or code in the last message to an address or phone number. */
export type ReadSecret = (recipient: string) => Promise<string>

/**
 * Returns a function that makes a call and expects success.
 * @param token session; none by default
 */
export const asSomebody =
  (target: Target, outcome: Outcome, token?: string) =>
  async <Data>(call: Call, input: object): Promise<Data> => {
    const { envelope, status } = await target.call(outcome, call, input, token)
    if (envelope?.code !== codes.ok) throw new Error(`${call.path}: ${envelope?.message ?? status}`)
    return envelope.data as Data
  }

export type Act = ReturnType<typeof asSomebody>
export type List<Row> = { readonly list: readonly Row[] }

/** Delivered role that may invite; it cannot be deleted. */
const inviterRole = 'tenant-administrator'

/** Returns a name that nothing else has. */
export const mark = () => `attack${randomBytes(6).toString('hex')}`
const addressOf = (name: string) => `${name}@attack.example`

/**
 * Adds a new tenant with a study in EDC.
 * @returns its data, and a function that invites addresses to it
 */
async function addInvitingTenant(act: Act) {
  const name = mark()
  const firstOf = async (categoryId: string) =>
    (await act<List<{ id: string }>>(dictionaryList, { categoryId })).list[0]?.id ?? ''
  const tenant = { tenantName: name, abbr: name, categoryId: await firstOf(categories.tenantCategory) }
  const tenantId = await act<string>(tenantSave, tenant)
  const softwareId = softwareCodes.edc
  await act(licenceSave, { tenantId, softwareId })
  const url = `https://${name}.example/`
  const domain = { tenantId, softwareId, urlName: name, url, mobileUrl: url, apiUrl: url }
  const names = { studyName: name, studyCode: name, planCode: name, principal: name, nameAbbr: name }
  const study = { tenantId, ...names, fameFull: name, siteCount: 1, patientCount: 1 }
  const link = {
    studyId: await act<string>(studySave, study),
    tenantUrlId: await act<string>(domainSave, domain),
  }
  const studyUrlId = await act<string>(studyLinkSave, link)
  const given = { userPowerRoleId: 'M', userStudyRoles: [{ roleId: 'R', roleName: 'R', environmentId: 'E' }] }
  const userTypeId = await firstOf(categories.userType)
  const inviting = { tenantId, studyUrlId, userRole: inviterRole, userTypeId, ...given }
  return { tenantId, studyUrlId, inputFor: (...EmailList: string[]) => ({ ...inviting, EmailList }) }
}

/** A pending invitation, and the further input for accepting it. */
interface Acceptable {
  readonly key: string
  readonly positionId: string
  readonly phone: string
  readonly phoneCode: string
}

/** Looks an invitation up and requests the code for registering while the invitation is pending. */
async function prepare(act: Act, readSecret: ReadSecret, address: string): Promise<Acceptable> {
  const key = await readSecret(address)
  const phone = `139${String(randomBytes(4).readUInt32BE(0) % 100_000_000).padStart(8, '0')}`
  const found = await act<Registration>(findRegistration, { key })
  if (found.phoneCodeNeeded) await act(sendRegistrationCode, { key, phone })
  const phoneCode = found.phoneCodeNeeded ? await readSecret(phone) : ''
  return { key, positionId: found.positionList[0]?.id ?? '', phone, phoneCode }
}

/**
 * Accepts an invitation as a new user.
 * @returns the response's code
 */
async function accept(target: Target, outcome: Outcome, prepared: Acceptable, { name, password }: Account) {
  const sent = await target.encrypt(outcome, { password, purpose: 'registration', name })
  const input = { ...prepared, name, username: name, remark: '', password: sent }
  return (await target.call(outcome, register, input)).envelope?.code
}

/**
 * Tries to accept invitations that are no longer valid: one from a user who may no longer invite, and a withdrawn
 * one. Also tries to withdraw and resend the invitations as the administrator of another tenant.
 */
export async function attackInvitations(
  target: Target,
  outcome: Outcome,
  administrator: string,
  readSecret: ReadSecret,
  stranger?: string,
): Promise<void> {
  const act = asSomebody(target, outcome, administrator)
  const { tenantId, studyUrlId, inputFor } = await addInvitingTenant(act)
  const find = (finding: string, found: boolean) => {
    if (found) outcome.findings.push(finding)
  }
  const prepareFor = (address: string) => prepare(asSomebody(target, outcome), readSecret, address)
  const acceptNew = (prepared: Acceptable) =>
    accept(target, outcome, prepared, { name: mark(), password: 'Attack0Password' })

  const inviter = { name: mark(), password: 'Attack0Password' }
  await act(inviteEdc, inputFor(addressOf(inviter.name)))
  const joining = await prepareFor(addressOf(inviter.name))
  if ((await accept(target, outcome, joining, inviter)) !== codes.ok)
    throw new Error('a valid invitation was rejected')
  const asInviter = asSomebody(target, outcome, await target.signIn(outcome, inviter))
  const [invited, withdrawn, foreign] = [addressOf(mark()), addressOf(mark()), addressOf(mark())]
  await asInviter(inviteEdc, inputFor(invited, withdrawn, foreign))
  const prepared = {
    invited: await prepareFor(invited),
    withdrawn: await prepareFor(withdrawn),
    foreign: await prepareFor(foreign),
  }
  const shownOf = async (keyWord: string) =>
    (await act<List<{ id: string; state: InvitationState }>>(invitationList, { tenantId, keyWord })).list[0]

  if (stranger) {
    const { id } = (await shownOf(foreign)) ?? { id: '' }
    for (const [call, input] of [
      [invitationWithdraw, { id }],
      [invitationResend, { id }],
      [invitationList, { tenantId }],
    ] as const) {
      const { envelope, text } = await target.call(outcome, call, input, stranger)
      find(`${call.path} for another tenant’s invitation succeeded`, envelope?.code === codes.ok)
      find(`${call.path} for another tenant’s invitation returned its data`, text.includes(foreign))
    }
    find('another tenant’s invitation was changed', (await shownOf(foreign))?.state !== 'pending')
  }

  await act(invitationWithdraw, { id: (await shownOf(withdrawn))?.id ?? '' })
  find('a withdrawn invitation is accepted', (await acceptNew(prepared.withdrawn)) === codes.ok)
  const { list } = await act<List<{ id: string }>>(tenantUserList, { tenantId })
  const id = list[0]?.id ?? ''
  await act(tenantUserUpdateBase, { id, enabled: membershipStatus.disabled })
  find('an invitation of a disabled inviter is accepted', (await acceptNew(prepared.invited)) === codes.ok)
  const authorized = await act<List<{ id: string }>>(studyUserList, { studyUrlId })
  await act(studyUserRemove, { isSite: false, ids: authorized.list.map((one) => one.id) })
  await act(tenantUserDelete, { id })
  find('an invitation of a removed inviter is accepted', (await acceptNew(prepared.foreign)) === codes.ok)
  for (const address of [invited, foreign])
    await act(invitationWithdraw, { id: (await shownOf(address))?.id ?? '' })
}
