import type { ColumnType, Generated } from 'kysely'
import type { Edited, Json, TenantKey, Text, Timestamp } from './columns.ts'

/** A remote of the suite, under its name. */
export interface RemoteModuleTable extends Edited {
  id: string
  /** The release that is active unless a rule says otherwise; '' before the first activation. */
  active: Text
  /** The one that counted before; '' for none. */
  previous: Text
  /** The one that came with the suite's own build, as the process that started last brought it; '' for none. */
  suiteVersion: Text
  /** The one that a share of all browsers gets first; '' for none. */
  shareVersion: Text
  sharePercentage: Generated<number>
  /** The release from which it was rolled back automatically since the last activation; '' for none. */
  rolledBackFrom: Text
  rolledBackAt: Date | null
}

/** A release of a remote. All that is in its manifest besides is in its files. */
export interface RemoteReleaseTable {
  createdAt: Timestamp
  /** `<name>@<version>`. */
  id: string
  name: string
  version: string
  /** The order in which releases came. */
  sequence: Generated<string>
  routes: string[]
  /** Of its manifest: absolute, or a path of the suite's own server. */
  address: string
  /** Of its manifest: `sha384-…`. */
  integrity: string
  /** Bytes of all its files. */
  size: ColumnType<string, number | string, number | string>
  needs: Json
  /** `suite` for one of the suite's own build, else the id of the team's key. */
  signedBy: string
  /** When it was last rolled back from. */
  rolledBackAt: Date | null
  /** When it last raised an alarm. */
  alarmAt: Date | null
}

/** How a tenant gets a module's releases; a tenant without a row follows. */
export interface TenantReleaseTable extends TenantKey, Edited {
  name: string
  mode: 'follow' | 'pinned' | 'validated'
  /** On which it stays; '' if it follows. */
  version: Text
  acceptedAt: Date | null
  /** The user name of who accepted it; '' for nobody. */
  acceptedBy: Text
}

/** A signature that a team has used. */
export interface TeamNonceTable {
  keyId: string
  nonce: string
  expiresAt: Date
}

/**
 * Reports of browsers about a release within an hour; times as counts by the bounds of
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
  /** When it loaded or failed last. */
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
  /** Derived from everything that distinguishes it from others. */
  id: string
  name: string
  version: string
  stage: string
  status: number
  detail: string
  count: ColumnType<string, number, number>
  /** How many persons it came to; one counts again after a day. */
  persons: Generated<number>
  firstTime: Date
  lastTime: Date
  browser: Text
}

/** A person with such a failure, as in `release_person`. Kept for a day. */
export interface ReleaseErrorPersonTable {
  errorId: string
  person: string
  seenAt: Timestamp
}
