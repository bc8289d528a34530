import type { Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A tenant's licence for a product. */
export interface TenantSoftwareTable extends TenantKey, Edited {
  softwareId: string
  /** Whether the licence is limited to a period. */
  timeEnable: Generated<boolean>
  /** First and last day, in the profile's time zone; yyyy-MM-dd, null without a limit. */
  startTime: string | null
  endTime: string | null
  /** Whether the number of studies is limited, and the limit; 1 if there is none. */
  studyEnable: Generated<boolean>
  maxStudy: Generated<number>
  /** Whether the number of users is limited, and the limit; 1 if there is none. */
  userEnable: Generated<boolean>
  maxUser: Generated<number>
  isEnable: Generated<boolean>
  /** Last reminder: the end date that it was for, and how many days before that it was due. */
  remindedEnd: string | null
  remindedDays: number | null
}
