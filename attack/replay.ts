import { changePassword, codes, signIn, signOut, userInfo } from '@atrium/contract'
import type { Account, Outcome, Result, Target } from './target.ts'

const succeeded = ({ envelope }: Result) => envelope?.code === codes.ok

/** Sends captured requests again. */
export async function replay(target: Target, outcome: Outcome, { name, password }: Account): Promise<void> {
  const sent = await target.encrypt(outcome, { password, purpose: 'sign-in', name })
  const body = { userName: name, password: sent }
  const { envelope } = await target.call(outcome, signIn, body)
  if (envelope?.code !== codes.ok) throw new Error(`${name} cannot sign in`)
  const { token } = envelope.data as { token: string }
  const find = (what: string, response: Result) => {
    if (succeeded(response)) outcome.findings.push(what)
  }
  find('a replayed sign-in succeeds', await target.call(outcome, signIn, body))
  find(
    'a replayed sign-in with another spelling of the name succeeds',
    await target.call(outcome, signIn, { ...body, userName: ` ${name.toUpperCase()} ` }),
  )
  const newPassword = await target.encrypt(outcome, {
    password: `${password}A1`.slice(-16),
    purpose: 'change-new',
    name,
  })
  find(
    'the encrypted password of a sign-in can be used to change the password',
    await target.call(outcome, changePassword, { password: sent, newPassword }, token),
  )
  const unused = await target.encrypt(outcome, { password, purpose: 'sign-in', name })
  find(
    'an unused encrypted password for signing in can be used to change the password',
    await target.call(outcome, changePassword, { password: unused, newPassword }, token),
  )
  find(
    'an outdated encryption format is accepted',
    await target.call(outcome, signIn, { ...body, password: unused.replace(/^v2/, 'v1') }),
  )
  await target.call(outcome, signOut, {}, token)
  find('the token of an ended session is accepted', await target.call(outcome, userInfo, {}, token))
}
