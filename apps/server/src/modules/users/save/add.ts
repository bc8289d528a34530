import { languageOf, type RequestOf, type userSave } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { duplicateIssues, refusingDuplicates } from '../../../crud/index.ts'
import { refuseFields } from '../../../http/refusal.ts'
import type { Audit, Services } from '../../../http/work.ts'
import { type Granting, refuseUngrantableRole } from '../../access/index.ts'
import { emailKey, phoneKey, userNameKey } from '../../identifiers/index.ts'
import { placeIssues } from '../../regions/index.ts'
import type { SentPassword } from '../password/sent-password.ts'
import { uniqueOfUsers } from '../unique.ts'

export type NewUser = RequestOf<typeof userSave>

interface Job extends Granting {
  readonly audit: Audit
  readonly services: Services
}

/** What is stored of a new user. */
const valuesOf = ({ ucId: _, birthday, countryId, provinceId, cityId, ...fields }: NewUser) => ({
  ...fields,
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
 * Adds a user, who is sent a password.
 * @returns the id
 * @throws Refusal on each field that is somebody else's, or refers to what is not there
 */
export async function addUser(job: Job, input: NewUser, { params, columns }: SentPassword): Promise<string> {
  const { trx, audit, services } = job
  await refuseUngrantableRole(job, input.roleId)
  const values = valuesOf(input)
  refuseFields([
    ...(await placeIssues(trx, input)),
    ...(await duplicateIssues(trx, { table: 'appUser', unique: uniqueOfUsers }, values)),
  ])
  const id = uuidv7()
  const made = await refusingDuplicates(uniqueOfUsers, () =>
    trx
      .insertInto('appUser')
      .values({ id, ...values, ...columns })
      .returning(['status', 'userType', 'emailValid', 'rowVersion'])
      .executeTakeFirstOrThrow(),
  )
  const { email: to, language, userName } = values
  await services.outbox.queueMessage(trx, {
    ...{ kind: 'email', to, language, template: 'newAccount', params: { ...params, userName } },
  })
  audit({ entity: 'app_user', entityId: id, after: { id, ...values, ...columns, ...made } })
  return id
}
