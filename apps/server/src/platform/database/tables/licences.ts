import type { Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** What a tenant may use of a product. */
export interface TenantSoftwareTable extends TenantKey, Edited {
  softwareId: string
  /** Whether it holds for some time alone. */
  timeEnable: Generated<boolean>
  /** The first and the last day on which it holds, in the profile's time zone; yyyy-MM-dd, null where it holds for ever. */
  startTime: string | null
  endTime: string | null
  /** Whether the studies are limited, and to how many; 1 where they are not. */
  studyEnable: Generated<boolean>
  maxStudy: Generated<number>
  /** Whether the users are limited, and to how many; 1 where they are not. */
  userEnable: Generated<boolean>
  maxUser: Generated<number>
  isEnable: Generated<boolean>
  /** The last reminder that was sent: of which end, and how many days before it was due. */
  remindedEnd: string | null
  remindedDays: number | null
}
