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
  register,
  softwareCodes,
  studyLinkSave,
  studySave,
  studyUserList,
  studyUserRemove,
  tenantRoles,
  tenantSave,
  tenantUserDelete,
  tenantUserList,
  tenantUserUpdateBase,
} from '@atrium/contract'
import type { Account, Outcome, Target } from './target.ts'

/** Reads the key of the last invitation that was sent to an address. */
export type ReadKey = (address: string) => Promise<string>

/** Makes a call that must succeed. @param token nobody's by default */
const asSomebody =
  (target: Target, outcome: Outcome, token?: string) =>
  async <Data>(call: Call, input: object): Promise<Data> => {
    const { envelope, status } = await target.call(outcome, call, input, token)
    if (envelope?.code !== codes.ok) throw new Error(`${call.path}: ${envelope?.message ?? status}`)
    return envelope.data as Data
  }

type Act = ReturnType<typeof asSomebody>
type List<Row> = { readonly list: readonly Row[] }

const mark = () => `attack${randomBytes(6).toString('hex')}`
const addressOf = (name: string) => `${name}@attack.example`

/** A tenant of its own with a study in EDC, and how addresses are invited into it. */
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
  const roles = await act<{ code: string }[]>(tenantRoles, { tenantId })
  const given = { userPowerRoleId: 'M', userStudyRoles: [{ roleId: 'R', roleName: 'R', environmentId: 'E' }] }
  const userTypeId = await firstOf(categories.userType)
  const inviting = { tenantId, studyUrlId, userRole: roles[0]?.code ?? '', userTypeId, ...given }
  return { tenantId, studyUrlId, inputFor: (...EmailList: string[]) => ({ ...inviting, EmailList }) }
}

/** Accepts an invitation as somebody new. @returns the answer's code */
async function accept(target: Target, outcome: Outcome, key: string, { name, password }: Account) {
  const { envelope } = await target.call(outcome, findRegistration, { key })
  const { positionList = [] } = (envelope?.data ?? {}) as { positionList?: { id: string }[] }
  const positionId = positionList[0]?.id ?? 'none'
  const phone = `139${randomBytes(4).readUInt32BE(0) % 100_000_000}`
  const sent = await target.encrypt(outcome, { password, purpose: 'registration', name })
  const input = { key, positionId, name, username: name, phone, remark: '', password: sent }
  return (await target.call(outcome, register, input)).envelope?.code
}

/**
 * Accepts what must not be acceptable any more: an invitation of somebody who may no longer invite, and a withdrawn one.
 * As the administrator of another tenant it also withdraws and sends again what is none of theirs.
 */
export async function attackInvitations(
  target: Target,
  outcome: Outcome,
  administrator: string,
  readKey: ReadKey,
  stranger?: string,
): Promise<void> {
  const act = asSomebody(target, outcome, administrator)
  const { tenantId, studyUrlId, inputFor } = await addInvitingTenant(act)
  const find = (finding: string, found: boolean) => {
    if (found) outcome.findings.push(finding)
  }
  const acceptNew = (key: string) =>
    accept(target, outcome, key, { name: mark(), password: 'Attack0Password' })

  const inviter = { name: mark(), password: 'Attack0Password' }
  await act(inviteEdc, inputFor(addressOf(inviter.name)))
  if ((await accept(target, outcome, await readKey(addressOf(inviter.name)), inviter)) !== codes.ok)
    throw new Error('an invitation that should hold is refused')
  const asInviter = asSomebody(target, outcome, await target.signIn(outcome, inviter))
  const [invited, withdrawn, foreign] = [addressOf(mark()), addressOf(mark()), addressOf(mark())]
  await asInviter(inviteEdc, inputFor(invited, withdrawn, foreign))
  const keys = {
    invited: await readKey(invited),
    withdrawn: await readKey(withdrawn),
    foreign: await readKey(foreign),
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
      find(`${call.path}, of another tenant: done`, envelope?.code === codes.ok)
      find(`${call.path}, of another tenant: its data came back`, text.includes(foreign))
    }
    find('another tenant’s invitation was changed', (await shownOf(foreign))?.state !== 'pending')
  }

  await act(invitationWithdraw, { id: (await shownOf(withdrawn))?.id ?? '' })
  find('a withdrawn invitation is accepted', (await acceptNew(keys.withdrawn)) === codes.ok)
  const { list } = await act<List<{ id: string }>>(tenantUserList, { tenantId })
  const id = list[0]?.id ?? ''
  await act(tenantUserUpdateBase, { id, enabled: membershipStatus.disabled })
  find('an invitation of a disabled inviter is accepted', (await acceptNew(keys.invited)) === codes.ok)
  const authorized = await act<List<{ id: string }>>(studyUserList, { studyUrlId })
  await act(studyUserRemove, { isSite: false, ids: authorized.list.map((one) => one.id) })
  await act(tenantUserDelete, { id })
  find('an invitation of a removed inviter is accepted', (await acceptNew(keys.foreign)) === codes.ok)
  for (const address of [invited, foreign])
    await act(invitationWithdraw, { id: (await shownOf(address))?.id ?? '' })
}
