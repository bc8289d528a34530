import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** Browsers' reports about a release during the last day. */
export const ReleaseHealth = z.object({
  /** Number of times that a page loaded the release. */
  loads: z.number(),
  /** Number of failures, at any stage. */
  failures: z.number(),
  /** Number of accounts that received the release, and of those for which it failed. */
  persons: z.number(),
  failedPersons: z.number(),
  /** Number of network addresses from which it was loaded without signing in, and of those for which it failed. */
  addresses: z.number(),
  failedAddresses: z.number(),
  /** 75th percentile of the milliseconds between entering the area and showing its screen; null without reports. */
  readyTime: z.nullable(z.number()),
  /** 75th percentiles of Web Vitals: milliseconds, or a score for layout shift (CLS); null without reports. */
  lcp: z.nullable(z.number()),
  inp: z.nullable(z.number()),
  cls: z.nullable(z.number()),
})
export type ReleaseHealth = z.output<typeof ReleaseHealth>

/** A release that failed for many users within a short time and needs attention. */
export const ReleaseAlarm = z.object({
  name: z.string(),
  version: z.string(),
  /** When the alarm was raised, ISO 8601, UTC. */
  time: z.string(),
  ...z.pick(ReleaseHealth, { persons: true, failedPersons: true, addresses: true, failedAddresses: true })
    .shape,
  /** Whether the release will be rolled back automatically if it keeps failing for independent users. */
  automatic: z.boolean(),
})
export type ReleaseAlarm = z.output<typeof ReleaseAlarm>

/**
 * Why a release cannot run on the deployed suite (`api`, `module`, `names`, `version`, `calls`), cannot be fetched
 * (`address`, `files`), or is not accepted into the registry. Each has a text, such as `refusal.api`.
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
  /** The shared module that is missing, lacks names or has another version; otherwise ''. */
  module: z.string(),
  /** Missing or invalid parts behind the reason. */
  names: z.array(z.string()),
})
export type ReleaseRejection = z.output<typeof ReleaseRejection>

/** A release that should be active for some users but cannot run on the deployed suite. */
export const UnusableRelease = z.object({
  version: z.string(),
  /** Number of tenants pinned to it or validated on it. Their users get the active release instead. */
  tenantCount: z.number(),
  /** Why it cannot run. */
  refusals: z.array(ReleaseRejection),
})
export type UnusableRelease = z.output<typeof UnusableRelease>

/** A remote of the suite. Users know it as a module. */
export const RemoteModule = z.object({
  /** Name of the remote, which is also its id. */
  name: z.string(),
  /** Path prefixes that the remote renders, from the route table. */
  routes: z.array(z.string()),
  /**
   * The active release; '' before a new module's first activation. Rules for tenants or browsers may select another
   * one.
   */
  active: z.string(),
  /** The previously active release, which a rollback returns to; '' for none. */
  previous: z.string(),
  /** The release that a percentage of browsers gets first; '' for none. */
  shareVersion: z.string(),
  /** Rollout percentage; 0 for none. */
  sharePercentage: z.number(),
  /** Number of tenants with their own release. */
  tenantCount: z.number(),
  /** Number of releases. */
  releaseCount: z.number(),
  /** Release and time (ISO 8601, UTC) of the last automatic rollback since the activation; '' for none. */
  rolledBackFrom: z.string(),
  rolledBackAt: z.string(),
  /** The release that browsers get by default: the active one, or its replacement if it cannot run; '' for none. */
  served: z.string(),
  unusable: z.array(UnusableRelease),
  /** Health of the active release. */
  health: ReleaseHealth,
  rowVersion: z.number(),
})
export type RemoteModule = z.output<typeof RemoteModule>

/** A release of a remote, newest first in its list. */
export const ReleaseInList = z.object({
  name: z.string(),
  version: z.string(),
  /** `suite` for a release from the suite's own build, otherwise the id of the signing key. */
  signedBy: z.string(),
  /** Total size of its files in bytes. */
  size: z.number(),
  /** ISO 8601, UTC. */
  acceptTime: z.string(),
  /** Whether this is the active release. */
  active: z.boolean(),
  /** Rollout percentage of this release; 0 for none. */
  sharePercentage: z.number(),
  tenantCount: z.number(),
  /** Why the release cannot be activated; empty if it can. */
  refusals: z.array(ReleaseRejection),
  health: ReleaseHealth,
})
export type ReleaseInList = z.output<typeof ReleaseInList>

/** Failures of a release, equal ones grouped. */
export const ReleaseError = z.object({
  id: z.string(),
  version: z.string(),
  /** Loading stage at which it failed; `csp` if the page's policy blocked something. */
  stage: z.string(),
  /**
   * The browser's message, without values and without the queries of URLs. From visitors without a session, only the
   * kind of error.
   */
  detail: z.string(),
  /** HTTP status of the response; 0 without a response, or if the status is irrelevant. */
  status: z.number(),
  count: z.number(),
  /** Number of affected accounts, or of network addresses without a session. */
  persons: z.number(),
  /** ISO 8601, UTC. */
  firstTime: z.string(),
  lastTime: z.string(),
  /** Browser of the most recent failure, such as `Chrome 131`. */
  browser: z.string(),
})
export type ReleaseError = z.output<typeof ReleaseError>

/**
 * How a tenant gets releases: it follows the active one, the platform pins one, or it gets only releases that it has
 * accepted.
 */
export const releaseModes = ['follow', 'pinned', 'validated'] as const
export const ReleaseMode = z.enum(releaseModes, textKey('rule.choose'))
export type ReleaseMode = z.output<typeof ReleaseMode>

/** The release of a remote that a tenant gets. */
export const TenantRelease = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  name: z.string(),
  mode: ReleaseMode,
  /** The release intended for the tenant; the active one if the tenant follows. */
  version: z.string(),
  /** Why that release cannot run on the deployed suite; empty if it can. */
  refusals: z.array(ReleaseRejection),
  /**
   * The release that the tenant's users really get: the intended one or, if that cannot run, the active one; '' for
   * none.
   */
  served: z.string(),
  /** The active release, if the tenant may accept it and has not; '' for none. */
  offered: z.string(),
  /** Time (ISO 8601, UTC) and name of the administrator who accepted the tenant's release; '' if nobody did. */
  acceptTime: z.string(),
  acceptedBy: z.string(),
  /** Id by which the audit trail names this setting; '' if nobody has changed it yet. */
  settingId: z.string(),
  rowVersion: z.number(),
})
export type TenantRelease = z.output<typeof TenantRelease>
