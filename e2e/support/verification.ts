import { sendEmailVerification, updateSelf } from '@atrium/contract'
import { inDatabase } from './database.ts'
import { linkIn, nextMessageTo } from './inbox.ts'
import { newAccount } from './invitations.ts'

/**
 * Creates an account with an unverified e-mail address.
 * @returns the account and the verification link
 */
export const unverifiedAccount = async (name: string, language: 'zh' | 'en' = 'zh') => {
  const account = await newAccount(name)
  const { userName, email, api } = account
  await inDatabase((trx) =>
    trx.updateTable('appUser').set({ emailValid: 1 }).where('userName', '=', userName).execute(),
  )
  await api(updateSelf, { language })
  await api(sendEmailVerification, {})
  return { ...account, link: linkIn(await nextMessageTo(email, 1)) }
}
