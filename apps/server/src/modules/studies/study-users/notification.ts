import type { StudyUser, Translate } from '@atrium/contract'
import type { Selectable } from 'kysely'
import type { ProductAccessTable } from '../../../platform/database/tables/product-access.ts'

type Noted = Pick<Selectable<ProductAccessTable>, 'state' | 'notifiedAt' | 'failure'>

/** Describes the notification of a product about a user, in the language of `t`. */
export const notificationOf = (
  { state, notifiedAt, failure }: Noted,
  t: Translate,
): StudyUser['notification'] => ({
  state,
  at: notifiedAt?.toISOString() ?? '',
  message: failure ? t(failure.key, failure.params) : '',
})
