import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { type Person, signedIn } from '../../../app/test-kit/index.ts'
import type { AuthorizedStudy } from '../../products/portal/test-kit/index.ts'

/** Adds a second user, signed in now, who may open the product of a user at the same tenant. */
export async function addColleague(
  database: TestDatabase,
  { tenantId, studyUrlId }: AuthorizedStudy,
): Promise<Person> {
  const person = await signedIn(database, null)
  const tenantUserId = randomUUID()
  const ids = { tenantId, id: tenantUserId, userId: person.userId }
  await database.owner
    .insertInto('tenantUser')
    .values({ ...ids, roleId: null, joinDate: new Date() })
    .execute()
  await database.owner
    .insertInto('studyUser')
    .values({ tenantId, id: randomUUID(), studyUrlId, tenantUserId })
    .execute()
  return person
}
