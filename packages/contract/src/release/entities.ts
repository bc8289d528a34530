import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** What browsers said of a release within the last day. */
export const ReleaseHealth = z.object({
  /** Times it was brought onto a page. */
  loads: z.number(),
  /** Times it failed, at whichever stage. */
  failures: z.number(),
  /** Accounts that it came to, and those of them for which it failed. */
  persons: z.number(),
  failedPersons: z.number(),
  /** Network addresses from which it was loaded without signing in, and those of them where it failed. */
  addresses: z.number(),
  failedAddresses: z.number(),
  /** Milliseconds from entering the area until its screen stood, at the 75th percentile; null if nobody told. */
  readyTime: z.nullable(z.number()),
  /** Web Vitals at the 75th percentile: milliseconds, and for layout shift (CLS) a score; null if nobody told. */
  lcp: z.nullable(z.number()),
  inp: z.nullable(z.number()),
  cls: z.nullable(z.number()),
})
export type ReleaseHealth = z.output<typeof ReleaseHealth>

/** A release that failed for so many within a short time that somebody should look at it. */
export const ReleaseAlarm = z.object({
  name: z.string(),
  version: z.string(),
  /** When the alarm was raised, ISO 8601, UTC. */
  time: z.string(),
  ...z.pick(ReleaseHealth, { persons: true, failedPersons: true, addresses: true, failedAddresses: true })
    .shape,
  /** Whether the release is rolled back by itself if it goes on failing for independent people. */
  automatic: z.boolean(),
})
export type ReleaseAlarm = z.output<typeof ReleaseAlarm>

/**
 * Why a release cannot run on the suite as it is deployed (`api`, `module`, `names`, `version`, `calls`), why it cannot
 * be reached (`address`, `files`), or why it is not taken into the registry. A text of the area says each: `refusal.api`.
 */
export const releaseRejections = [
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
  /** What is missing of it or of the API, or wrong with what the reason names. */
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
  /** The release that counts where no rule says otherwise; '' before the first of a new module does. */
  active: z.string(),
  /** The release that counted before, to which it is rolled back; '' for none. */
  previous: z.string(),
  /** The release that a share of all browsers gets first; '' for none. */
  shareVersion: z.string(),
  /** That share in percent; 0 for none. */
  sharePercentage: z.number(),
  /** How many tenants stay on a release of their own. */
  tenantCount: z.number(),
  /** How many releases there are. */
  releaseCount: z.number(),
  /** Why it was rolled back by itself last, and when (ISO 8601, UTC); '' if it was not since its activation. */
  rolledBackFrom: z.string(),
  rolledBackAt: z.string(),
  /** The release that browsers get where no rule says otherwise: the active one, or what stands in for it; '' for none. */
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
  /** Whether it is the one that counts where no rule says otherwise. */
  active: z.boolean(),
  /** Share of all browsers that it has in percent; 0 for none. */
  sharePercentage: z.number(),
  tenantCount: z.number(),
  /** Why it cannot be activated; empty where it can. */
  refusals: z.array(ReleaseRejection),
  health: ReleaseHealth,
})
export type ReleaseInList = z.output<typeof ReleaseInList>

/** What went wrong with a release, alike failures as one. */
export const ReleaseError = z.object({
  id: z.string(),
  version: z.string(),
  /** At which stage of its way onto the page; `csp` for what the page’s policy rejected to it. */
  stage: z.string(),
  /** What the browser said, without addresses’ queries and without values; of who is not signed in the kind of error alone. */
  detail: z.string(),
  /** HTTP status of the response; 0 where none came or it does not matter. */
  status: z.number(),
  count: z.number(),
  /** How many persons it came to; where nobody is signed in, network addresses. */
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

/** What a tenant runs of a remote. */
export const TenantRelease = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  name: z.string(),
  mode: ReleaseMode,
  /** The release that it is to get; where it follows, the active one. */
  version: z.string(),
  /** Why that cannot run on the suite as it is deployed; empty where it can. */
  refusals: z.array(ReleaseRejection),
  /** The release that its people get: the same, or where it cannot run what counts for everybody; '' for none. */
  served: z.string(),
  /** The active release, where it is another one that the tenant may accept; '' for none. */
  offered: z.string(),
  /** When its administrators accepted the release that it runs (ISO 8601, UTC), and who; '' where none did. */
  acceptTime: z.string(),
  acceptedBy: z.string(),
  rowVersion: z.number(),
})
export type TenantRelease = z.output<typeof TenantRelease>
