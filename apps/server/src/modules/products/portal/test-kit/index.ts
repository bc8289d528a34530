import { softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { type Person, signedIn } from '../../../../app/test-kit/index.ts'
import { addMembership } from '../../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../../licences/test-kit/index.ts'

/** Membership with a study in which the user is authorized for a product. */
export interface AuthorizedStudy {
  readonly tenantId: string
  readonly tenantUserId: string
  readonly softwareId: string
  readonly tenantUrlId: string
  readonly studyUrlId: string
  readonly studyUserId: string
}

/** Adds a membership in a new tenant with a licence for a product and a study. */
export async function addAuthorizedStudy(
  database: TestDatabase,
  userId: string,
  softwareId: string = softwareCodes.edc,
): Promise<AuthorizedStudy> {
  const { owner } = database
  const tenantId = await addMembership(database, userId, null)
  const { id: tenantUserId } = await owner
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  await owner.insertInto('tenantSoftware').values({ tenantId, id: uuidv7(), softwareId }).execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId })
  const studyUserId = uuidv7()
  await owner
    .insertInto('studyUser')
    .values({ tenantId, id: studyUserId, studyUrlId, tenantUserId })
    .execute()
  return { tenantId, tenantUserId, softwareId, tenantUrlId, studyUrlId, studyUserId }
}

/** Adds a user who works in a product: signed in and without a role. */
export const addWorker = async (
  database: TestDatabase,
  softwareId?: string,
): Promise<Person & AuthorizedStudy> => {
  const person = await signedIn(database, null)
  return { ...person, ...(await addAuthorizedStudy(database, person.userId, softwareId)) }
}
