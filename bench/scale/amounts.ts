import type { MeasuredTenant } from '../tenant-users/seed.ts'

/** Amounts of rows in a database. */
export interface Amounts {
  readonly users: number
  readonly tenants: number
  readonly events: number
}

/** Default ratio of the large database's amounts to the small one's. */
const factor = 10

/**
 * Returns the amounts of the small database for a large one.
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

/** Measured tenants, with their shares of the small database's users: 500,000, 5,000 and 50 of a million. */
const sizes = [
  { id: 'bench-half', administrator: 'bench.half', share: 0.5 },
  { id: 'bench-thousands', administrator: 'bench.thousands', share: 0.005 },
  { id: 'bench-dozens', administrator: 'bench.dozens', share: 0.00005 },
]

/** A tenant with the same number of users in both databases. */
export interface SizedTenant extends MeasuredTenant {
  readonly size: number
}

/** Returns the measured tenants of a database with this number of users, beside a small one. */
export const measuredTenants = (users: number, small: Amounts): SizedTenant[] =>
  sizes.map((tenant) => {
    const size = Math.round(small.users * tenant.share)
    return { ...tenant, size, share: size / users }
  })

/** Bytes on disk for each user with a membership, and for each event, including indexes. */
const bytes = { user: 4_100, event: 700 }

/** Returns the size of a database on disk, in bytes. */
export const sizeOf = ({ users, events }: Amounts): number => users * bytes.user + events * bytes.event

/** Additional disk space while a database is created, for the WAL and for sorting indexes, in bytes. */
export const besides = 6e9
