import type { ColumnType, Generated } from 'kysely'
import type { Edited, Json, TenantKey, Text, Timestamp } from './columns.ts'

/** A remote of the suite, under its name. */
export interface RemoteModuleTable extends Edited {
  id: string
  /** Release that is active unless a rule says otherwise; '' before the first activation. */
  active: Text
  /** Previous active release; '' for none. */
  previous: Text
  /** Release that came with the suite's own build, according to the process that started last; '' for none. */
  suiteVersion: Text
  /** Release that a percentage of browsers gets first; '' for none. */
  shareVersion: Text
  sharePercentage: Generated<number>
  /** Release that was rolled back automatically since the last activation; '' for none. */
  rolledBackFrom: Text
  rolledBackAt: Date | null
}

/** A release of a remote. The rest of the manifest is in the release's files. */
export interface RemoteReleaseTable {
  createdAt: Timestamp
  /** `<name>@<version>`. */
  id: string
  name: string
  version: string
  /** Number in the order of arrival. */
  sequence: Generated<string>
  routes: string[]
  /** Address of the manifest: absolute, or a path on the suite's own server. */
  address: string
  /** Integrity of the manifest: `sha384-…`. */
  integrity: string
  /** Total size of all files, in bytes. */
  size: ColumnType<string, number | string, number | string>
  needs: Json
  /** `suite` for a release of the suite's own build, otherwise the id of the team's key. */
  signedBy: string
  /** Time at which it was last rolled back. */
  rolledBackAt: Date | null
  /** Time at which it last raised an alarm. */
  alarmAt: Date | null
}

/** How a tenant gets a module's releases. A tenant without a row follows the active release. */
export interface TenantReleaseTable extends TenantKey, Edited {
  name: string
  mode: 'follow' | 'pinned' | 'validated'
  /** Pinned or validated release; '' if the tenant follows. */
  version: Text
  acceptedAt: Date | null
  /** User name of the user who accepted it; '' for none. */
  acceptedBy: Text
}

/** A signature that a team has already used. */
export interface TeamNonceTable {
  keyId: string
  nonce: string
  expiresAt: Date
}

/**
 * Reports of browsers about a release within an hour. Times are counted by the bounds of
 * `modules/releases/reports/histogram.ts`.
 */
export interface ReleaseHourTable {
  name: string
  version: string
  hour: Date
  loads: Generated<number>
  failures: Generated<number>
  ready: Generated<number[]>
  lcp: Generated<number[]>
  inp: Generated<number[]>
  cls: Generated<number[]>
}

/** A person, or a network address if nobody is signed in, for whom a release was loaded or failed. Kept for a day. */
export interface ReleasePersonTable {
  name: string
  version: string
  /** A keyed hash that includes the release, so that it does not show which other releases a user met. */
  person: string
  /** Time at which the release last loaded or failed. */
  seenAt: Date
  failedAt: Date | null
  signedIn: Generated<boolean>
  /** A keyed hash of the account's origin; null for reports that never count towards a rollback. */
  origin: string | null
  /** Keyed hashes of the account's tenants. */
  tenants: Generated<string[]>
}

/** A kind of failure of a release. */
export interface ReleaseErrorTable {
  /** Derived from everything that distinguishes this kind from others. */
  id: string
  name: string
  version: string
  stage: string
  status: number
  detail: string
  count: ColumnType<string, number, number>
  /** Number of people affected. The same person is counted again after a day. */
  persons: Generated<number>
  firstTime: Date
  lastTime: Date
  browser: Text
}

/** A person affected by a failure, as in `release_person`. Kept for a day. */
export interface ReleaseErrorPersonTable {
  errorId: string
  person: string
  seenAt: Timestamp
}
