import { userSave } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { withTurns } from '../../passwords/index.ts'
import { changeBasics } from '../basics/change.ts'
import { newSentPassword } from '../password/sent-password.ts'
import { addUser, type NewUser } from './add.ts'

/** What is said of somebody who has an account: their role, and what else is filled in. */
const saidOf = ({ roleId, birthday, sex, userType, language, remark, ...place }: NewUser) => {
  const { countryId, provinceId, cityId } = place
  const filled = Object.entries({ birthday, sex, userType, language, remark }).filter(([, value]) => value)
  return {
    roleId,
    ...Object.fromEntries(filled),
    ...(countryId !== '' && { countryId, provinceId, cityId }),
  }
}

/** POST /sys/user/save: a new user or, with `ucId`, another role for somebody who has an account. */
export const userSaveRoute = handleOwn(userSave, async ({ input, caller, client, services, system }) => {
  if (input.ucId !== '') {
    await system((trx, audit) => changeBasics({ caller, trx, audit }, { id: input.ucId }, saidOf(input)))
    return input.ucId
  }
  const password = await withTurns(client, newSentPassword)
  return system((trx, audit) => addUser({ caller, trx, audit, services }, input, password))
})
