import type { Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A tenant's licence for a product. */
export interface TenantSoftwareTable extends TenantKey, Edited {
  softwareId: string
  /** Whether it is limited to a period. */
  timeEnable: Generated<boolean>
  /** First and last day, in the profile's time zone; yyyy-MM-dd, null without a limit. */
  startTime: string | null
  endTime: string | null
  /** Whether the studies are limited, and to how many; 1 where they are not. */
  studyEnable: Generated<boolean>
  maxStudy: Generated<number>
  /** Whether the users are limited, and to how many; 1 where they are not. */
  userEnable: Generated<boolean>
  maxUser: Generated<number>
  isEnable: Generated<boolean>
  /** The last reminder: for which end, and how many days before it was due. */
  remindedEnd: string | null
  remindedDays: number | null
}
