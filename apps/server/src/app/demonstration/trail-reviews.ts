import type { TrailArea } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/trail-reviews.json' with { type: 'json' }
import { type Ids, idOf, periodDay } from './rows.ts'
import type { AddedStudy } from './studies.ts'

/** A planned review of the audit trail of a study, open to all reviewers. */
interface DemoTrailReview {
  readonly tenant: string
  readonly study: string
  readonly name: string
  readonly areas: readonly TrailArea[]
  /** In days. */
  readonly dueIn: number
  readonly everyMonths: number
}

/** Plans audit trail reviews. */
export async function addTrailReviews(
  trx: Trx,
  { profile: { timeZone } }: Pick<Services, 'profile'>,
  rows: { readonly tenantIds: Ids; readonly studies: ReadonlyMap<string, AddedStudy> },
): Promise<void> {
  for (const { tenant, study, dueIn, areas, ...review } of data as readonly DemoTrailReview[])
    await trx
      .insertInto('trailReview')
      .values({
        ...{ ...review, id: uuidv7(), tenantId: idOf(rows.tenantIds, tenant), areas: [...areas] },
        ...{ studyId: rows.studies.get(study)?.id ?? '', reviewers: [], fromDay: '' },
        dueDay: periodDay(timeZone, dueIn),
      })
      .execute()
}
