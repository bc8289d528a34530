import type { Call } from '@atrium/contract'
import type { FieldIssue } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { conflictIssues } from '../duties/index.ts'
import type { Person, StudyInvitation } from './invitation.ts'

/** Rejects an invitation that would give a person roles that nobody may hold together in a study. */
export const dutyIssues = (
  job: Pick<Work<Call>, 'trx' | 'caller' | 'language'>,
  { tenantId, studyUrlId, grant, addresses, fields }: StudyInvitation,
  { softwareId, scope }: LinkedStudy,
  people: readonly Person[],
): Promise<FieldIssue[]> =>
  conflictIssues(job, fields.roles, {
    ...{ tenantId, studyUrlId, softwareId, grant },
    studyId: scope.study.id,
    tenantUserIds: people.map(({ tenantUserId }) => tenantUserId),
    emailKeys: [...people.flatMap((person) => person.emailKey ?? []), ...addresses.map(emailKey)],
  })
