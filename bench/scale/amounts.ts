import type { MeasuredTenant } from '../tenant-users/seed.ts'

/** How much a database is to hold. */
export interface Amounts {
  readonly users: number
  readonly tenants: number
  readonly events: number
}

/** How many times as much the large database holds as the small one, unless that is asked for. */
const factor = 10

/**
 * The small database beside a large one.
 * @param asked `users/tenants/events`; a tenth of each by default
 */
export function smallOf(large: Amounts, asked = ''): Amounts {
  if (asked !== '') {
    const [users = Number.NaN, tenants = Number.NaN, events = Number.NaN] = asked.split('/').map(Number)
    return { users, tenants, events }
  }
  const tenth = (amount: number) => Math.round(amount / factor)
  return { users: tenth(large.users), tenants: tenth(large.tenants), events: tenth(large.events) }
}

/** Of the small database's users, those of the tenants that are measured: 500,000, 5,000 and 50 of a million. */
const sizes = [
  { id: 'bench-half', administrator: 'bench.half', share: 0.5 },
  { id: 'bench-thousands', administrator: 'bench.thousands', share: 0.005 },
  { id: 'bench-dozens', administrator: 'bench.dozens', share: 0.00005 },
]

/** A tenant that has as many users in both databases. */
export interface SizedTenant extends MeasuredTenant {
  readonly size: number
}

/** The tenants that are measured in a database of so many users, beside a small one. */
export const measuredTenants = (users: number, small: Amounts): SizedTenant[] =>
  sizes.map((tenant) => {
    const size = Math.round(small.users * tenant.share)
    return { ...tenant, size, share: size / users }
  })

/** Bytes on the disk for each user with a place in a tenant, and for each event, indexes included. */
const bytes = { user: 4_100, event: 700 }

/** What a database takes on the disk, bytes. */
export const sizeOf = ({ users, events }: Amounts): number => users * bytes.user + events * bytes.event

/** Additional disk space while a database is made: the log of changes, and space for sorting indexes, in bytes. */
export const besides = 6e9
