import { languageOf, type RequestOf, userSave } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { duplicateIssues, rejectingDuplicates } from '../../../platform/crud/index.ts'
import { rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Audit, Services } from '../../../platform/http/work.ts'
import { type Granting, periodColumns, rejectUngrantableRole } from '../../access/index.ts'
import { regionIssues } from '../../reference-data/regions/index.ts'
import {
  asVerified,
  emailKey,
  keepUserNameLooks,
  lookAlikeIssues,
  phoneKey,
  uniqueOfUsers,
  userNameKey,
} from '../identifiers/index.ts'
import { spendCausedOrReject } from '../limits/index.ts'
import { withHashQueue } from '../passwords/index.ts'
import { changeBasics, issuesOfRole } from './change.ts'
import { newSentPassword, type SentPassword } from './reset-password.ts'

type NewUser = RequestOf<typeof userSave>

interface Job extends Granting {
  readonly audit: Audit
  readonly services: Services
}

/** Returns the columns of a new user. */
const valuesOf = (
  { ucId: _, birthday, countryId, provinceId, cityId, roleFrom: from, roleUntil: until, ...fields }: NewUser,
  { services, caller }: Pick<Job, 'services' | 'caller'>,
) => ({
  ...fields,
  ...periodColumns('role', { from, until }, { timeZone: services.profile.timeZone, userId: caller.userId }),
  language: languageOf(fields.language),
  userNameKey: userNameKey(fields.userName),
  emailKey: emailKey(fields.email),
  phoneKey: phoneKey(fields.phone),
  birthday: birthday || null,
  countryId: countryId || null,
  provinceId: provinceId || null,
  cityId: cityId || null,
})

/**
 * Adds a user and sends them a password.
 * @returns the user's id
 * @throws Rejection on each field that is taken or refers to an unknown record
 */
async function addUser(job: Job, input: NewUser, { params, columns }: SentPassword): Promise<string> {
  const { trx, audit, services, caller } = job
  await rejectUngrantableRole(job, input.roleId)
  const values = valuesOf(input, job)
  rejectFields([
    ...issuesOfRole(services.profile.timeZone, input),
    ...(await regionIssues(trx, input)),
    ...(await duplicateIssues(
      trx,
      { table: 'appUser', unique: uniqueOfUsers },
      { ...values, ...asVerified },
    )),
    ...(await lookAlikeIssues(trx, 'userName', values.userName)),
  ])
  const id = uuidv7()
  const defaults = await rejectingDuplicates(uniqueOfUsers, () =>
    trx
      .insertInto('appUser')
      .values({ id, ...values, ...columns, addedBy: caller.userId })
      .returning(['status', 'userType', 'emailValid', 'phoneValid', 'rowVersion'])
      .executeTakeFirstOrThrow(),
  )
  const { email: to, language, userName } = values
  // Reject the new account if its password cannot be sent, because it would be useless.
  await spendCausedOrReject(trx, services.profile.timeZone, [values.emailKey])
  await keepUserNameLooks(trx, 'userName', { id, userName })
  await services.outbox.queueMessage(trx, {
    kind: 'email',
    to,
    language,
    template: 'newAccount',
    params: { ...params, userName },
  })
  audit({ entity: 'app_user', entityId: id, after: { id, ...values, ...columns, ...defaults } })
  return id
}

/** Returns the fields to change for an existing user: the role, and any other given details. */
const sentFieldsOf = ({
  roleId,
  roleFrom,
  roleUntil,
  birthday,
  sex,
  userType,
  language,
  remark,
  ...region
}: NewUser) => {
  const { countryId, provinceId, cityId } = region
  const filled = Object.entries({ birthday, sex, userType, language, remark }).filter(([, value]) => value)
  return {
    ...{ roleId, roleFrom, roleUntil },
    ...Object.fromEntries(filled),
    ...(countryId !== '' && { countryId, provinceId, cityId }),
  }
}

/** Handles POST /sys/user/save. Adds a user or, with `ucId`, changes the role of an existing one. */
export const userSaveRoute = handleOwn(userSave, async ({ input, caller, client, services, system }) => {
  if (input.ucId !== '') {
    await system((trx, audit) =>
      changeBasics({ caller, trx, audit, services }, { id: input.ucId }, sentFieldsOf(input)),
    )
    return input.ucId
  }
  const password = await withHashQueue(client, newSentPassword)
  return system((trx, audit) => addUser({ caller, trx, audit, services }, input, password))
})
