import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** Reports of browsers about a release within the last day. */
export const ReleaseHealth = z.object({
  /** Times it was brought onto a page. */
  loads: z.number(),
  /** Times it failed, at whichever stage. */
  failures: z.number(),
  /** Accounts that it came to, and those of them for which it failed. */
  persons: z.number(),
  failedPersons: z.number(),
  /** Network addresses from which it was loaded without signing in, and the number of them where it failed. */
  addresses: z.number(),
  failedAddresses: z.number(),
  /** Milliseconds from entering the area until its screen was shown, at the 75th percentile; null without reports. */
  readyTime: z.nullable(z.number()),
  /** Web Vitals at the 75th percentile: milliseconds, and for layout shift (CLS) a score; null without reports. */
  lcp: z.nullable(z.number()),
  inp: z.nullable(z.number()),
  cls: z.nullable(z.number()),
})
export type ReleaseHealth = z.output<typeof ReleaseHealth>

/** A release that failed for many within a short time, so that somebody should look at it. */
export const ReleaseAlarm = z.object({
  name: z.string(),
  version: z.string(),
  /** When the alarm was raised, ISO 8601, UTC. */
  time: z.string(),
  ...z.pick(ReleaseHealth, { persons: true, failedPersons: true, addresses: true, failedAddresses: true })
    .shape,
  /** Whether the release is rolled back automatically if it goes on failing for independent people. */
  automatic: z.boolean(),
})
export type ReleaseAlarm = z.output<typeof ReleaseAlarm>

/**
 * Why a release cannot run on the deployed suite (`api`, `module`, `names`, `version`, `calls`), cannot be fetched
 * (`address`, `files`), or is not accepted into the registry. Each has a text of the area: `refusal.api`.
 */
const releaseRejections = [
  'api',
  'module',
  'names',
  'version',
  'calls',
  'manifest',
  'signature',
  'key',
  'routes',
  'taken',
  'address',
  'files',
  'host',
] as const

export const ReleaseRejection = z.object({
  reason: z.enum(releaseRejections),
  /** The shared module that is missing, lacks names or is of another version; else ''. */
  module: z.string(),
  /** Missing or faulty parts that the reason is about. */
  names: z.array(z.string()),
})
export type ReleaseRejection = z.output<typeof ReleaseRejection>

/** A release that is to count for somebody, and cannot run on the suite as it is deployed. */
export const UnusableRelease = z.object({
  version: z.string(),
  /** How many tenants stay on it; their people get what counts for everybody. */
  tenantCount: z.number(),
  /** Why it cannot run. */
  refusals: z.array(ReleaseRejection),
})
export type UnusableRelease = z.output<typeof UnusableRelease>

/** A remote of the suite, which users know as a module. */
export const RemoteModule = z.object({
  /** The remote’s name, which is its id. */
  name: z.string(),
  /** Path prefixes of the route table that it renders. */
  routes: z.array(z.string()),
  /** The release that is active unless a rule says otherwise; '' before a new module's first activation. */
  active: z.string(),
  /** The release that counted before, to which it is rolled back; '' for none. */
  previous: z.string(),
  /** The release that a share of all browsers gets first; '' for none. */
  shareVersion: z.string(),
  /** The rollout percentage; 0 for none. */
  sharePercentage: z.number(),
  /** How many tenants stay on a release of their own. */
  tenantCount: z.number(),
  /** How many releases there are. */
  releaseCount: z.number(),
  /** Why it was last rolled back automatically, and when (ISO 8601, UTC); '' if it was not since its activation. */
  rolledBackFrom: z.string(),
  rolledBackAt: z.string(),
  /** The release that browsers get unless a rule says otherwise: the active one, or its replacement; '' for none. */
  served: z.string(),
  unusable: z.array(UnusableRelease),
  /** Of the active release. */
  health: ReleaseHealth,
  rowVersion: z.number(),
})
export type RemoteModule = z.output<typeof RemoteModule>

/** A release of a remote, newest first in its list. */
export const ReleaseInList = z.object({
  name: z.string(),
  version: z.string(),
  /** `suite` for one that came with the suite’s own build, else the id of the key that signed it. */
  signedBy: z.string(),
  /** Bytes of all its files. */
  size: z.number(),
  /** ISO 8601, UTC. */
  acceptTime: z.string(),
  /** Whether it is the one that is active unless a rule says otherwise. */
  active: z.boolean(),
  /** Share of all browsers that it has in percent; 0 for none. */
  sharePercentage: z.number(),
  tenantCount: z.number(),
  /** Why it cannot be activated; empty if it can. */
  refusals: z.array(ReleaseRejection),
  health: ReleaseHealth,
})
export type ReleaseInList = z.output<typeof ReleaseInList>

/** Failures of a release, equal ones grouped. */
export const ReleaseError = z.object({
  id: z.string(),
  version: z.string(),
  /** At which stage of its way onto the page; `csp` for what the page’s policy rejected to it. */
  stage: z.string(),
  /**
   * The browser's message, without addresses' queries and without values; from visitors who are not signed in only the
   * kind of error.
   */
  detail: z.string(),
  /** HTTP status of the response; 0 without one, or if it does not matter. */
  status: z.number(),
  count: z.number(),
  /** Number of people who got it; of network addresses if nobody is signed in. */
  persons: z.number(),
  /** ISO 8601, UTC. */
  firstTime: z.string(),
  lastTime: z.string(),
  /** The browser in which it happened last, as `Chrome 131`. */
  browser: z.string(),
})
export type ReleaseError = z.output<typeof ReleaseError>

/** How a tenant gets releases: as they come, held on one by the platform, or only what it has accepted. */
export const releaseModes = ['follow', 'pinned', 'validated'] as const
export const ReleaseMode = z.enum(releaseModes, textKey('rule.choose'))
export type ReleaseMode = z.output<typeof ReleaseMode>

/** A tenant's release of a remote. */
export const TenantRelease = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  name: z.string(),
  mode: ReleaseMode,
  /** The tenant's intended release; if it follows, the active one. */
  version: z.string(),
  /** Why that release cannot run on the deployed suite; empty if it can. */
  refusals: z.array(ReleaseRejection),
  /** The release that its people get: the same or, if it cannot run, everybody's active release; '' for none. */
  served: z.string(),
  /** The active release, if it is another one that the tenant may accept; '' for none. */
  offered: z.string(),
  /** When its administrators accepted its release (ISO 8601, UTC), and who; '' if none did. */
  acceptTime: z.string(),
  acceptedBy: z.string(),
  rowVersion: z.number(),
})
export type TenantRelease = z.output<typeof TenantRelease>
