import * as z from 'zod/mini'
import { anybody, callOf, menu, signedByTeam, signedIn } from '../core/call.ts'
import {
  id,
  noData,
  noFields,
  optionalId,
  reference,
  requiredText,
  rowVersion,
  text,
  versionOrNone,
  wholeNumberWithin,
} from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import {
  ReleaseError,
  ReleaseInList,
  ReleaseMode,
  ReleaseRejection,
  RemoteModule,
  TenantRelease,
} from './entities.ts'
import { ReleaseReport } from './reports.ts'

const call = callOf('release')
const addition = 'Teams release modules independently; the specification lists no call for this.'

/** Name of a remote. */
const name = id
/** Version of a release. */
const version = reference
/** Reason for the change, for the audit trail. */
const reason = text(500)

export const releaseModules = call({
  method: 'POST',
  path: '/release/modules',
  summary: 'Modules of the suite, each with its active release, health and rollout rules',
  access: menu('module'),
  effect: 'read',
  request: noFields,
  response: z.array(RemoteModule),
  addition,
})

export const releaseList = call({
  method: 'POST',
  path: '/release/list',
  summary: 'Releases of a module, newest first',
  access: menu('module'),
  effect: 'read',
  request: z.object({
    name,
    /** Part of a version. */
    keyWord: text(100),
    /** Limits the list to this release. */
    version: optionalId,
    ...paging,
  }),
  response: listOf(ReleaseInList),
  addition,
})

export const releaseErrors = call({
  method: 'POST',
  path: '/release/errors',
  summary: 'Errors of a module that browsers reported, newest first',
  access: menu('module'),
  effect: 'read',
  request: z.object({ name, version: optionalId, ...paging }),
  response: listOf(ReleaseError),
  addition,
})

export const releaseActivate = call({
  method: 'POST',
  path: '/release/activate',
  summary: 'Activate a release; users with a rule for another release keep that release',
  access: menu('module'),
  effect: 'write',
  request: z.object({ name, version, reason, rowVersion }),
  response: noData,
  done: 'release.done.activated',
  addition,
})

export const releaseRollback = call({
  method: 'POST',
  path: '/release/rollback',
  summary: 'Activate the previous release again; also ends a staged rollout',
  access: menu('module'),
  effect: 'write',
  request: z.object({ name, reason, rowVersion }),
  response: noData,
  done: 'release.done.rolledBack',
  addition,
})

export const releaseRollout = call({
  method: 'POST',
  path: '/release/share',
  summary: 'Roll out a release to a percentage of browsers first; 0 ends the rollout',
  access: menu('module'),
  effect: 'write',
  request: z.object({
    name,
    version,
    percentage: wholeNumberWithin(0, 99, textKey('release.rule.percentage')),
    reason,
    rowVersion,
  }),
  response: noData,
  done: 'done.edited',
  addition,
})

export const releaseTenants = call({
  method: 'POST',
  path: '/release/tenants',
  summary: 'Update mode of each tenant for a module; tenants that do not follow the platform come first',
  access: menu('module'),
  effect: 'read',
  request: z.object({ name, keyWord: text(100), ...paging }),
  response: listOf(TenantRelease),
  addition,
})

export const releaseTenantMode = call({
  method: 'POST',
  path: '/release/tenantMode',
  summary:
    'Set a tenant’s update mode: follow the platform, stay on a pinned release, or accept each release itself',
  access: menu('module'),
  effect: 'write',
  request: z.object({
    name,
    tenantId: reference,
    mode: ReleaseMode,
    /** Release to which the tenant is pinned, or which it has already validated; '' for its current release. */
    version: optionalId,
    reason,
    rowVersion: versionOrNone,
  }),
  response: noData,
  done: 'done.edited',
  addition,
})

export const tenantReleases = call({
  method: 'POST',
  path: '/tenantRelease/list',
  summary: 'Modules with the releases that the caller’s tenants use',
  access: menu('tenantRelease'),
  effect: 'read',
  request: z.object({ tenantId: optionalId, ...paging }),
  response: listOf(TenantRelease),
  addition,
})

export const tenantReleaseMode = call({
  method: 'POST',
  path: '/tenantRelease/mode',
  summary: 'Set whether one of the caller’s tenants accepts each release itself or follows the platform',
  access: menu('tenantRelease'),
  effect: 'write',
  request: z.object({
    tenantId: reference,
    name,
    validated: z.boolean(textKey('rule.choose')),
    reason,
    rowVersion: versionOrNone,
  }),
  response: noData,
  done: 'done.edited',
  addition,
})

export const tenantReleaseAccept = call({
  method: 'POST',
  path: '/tenantRelease/accept',
  summary: 'Accept the release that is offered to a tenant, after the tenant has validated it',
  access: menu('tenantRelease'),
  effect: 'write',
  request: z.object({
    tenantId: reference,
    name,
    version,
    reason: requiredText(500),
    rowVersion: versionOrNone,
  }),
  response: noData,
  done: 'release.done.accepted',
  addition,
})

export const releaseRegistry = call({
  method: 'POST',
  path: '/release/registry',
  summary: 'Registry for the caller: a release to which their tenants are pinned replaces the active one',
  access: signedIn,
  effect: 'read',
  request: noFields,
  /** See `Registry` of the page's loader. */
  response: z.object({ remotes: z.array(z.unknown()) }),
  addition,
})

export const releaseReport = call({
  method: 'POST',
  path: '/release/report',
  summary: 'Report loads, failures and Web Vitals of releases on a page',
  access: anybody,
  effect: 'read',
  request: ReleaseReport,
  response: noData,
  addition,
})

/** The exact text of the manifest, because its bytes are signed. */
const manifest = z
  .string(textKey('rule.required'))
  .check(z.minLength(1, textKey('rule.required')), z.maxLength(512_000, textKey('rule.tooLong')))

/** Text of the manifest and its signature: Ed25519 over its bytes, in base64. */
const signedManifest = { manifest, signature: requiredText(100) }

export const releaseCheck = call({
  method: 'POST',
  path: '/release/check',
  summary: 'Check whether the registry would accept a release; returns every reason to reject it',
  access: signedByTeam,
  effect: 'read',
  request: z.object(signedManifest),
  response: z.object({ refusals: z.array(ReleaseRejection), known: z.boolean() }),
  addition,
})

export const releaseAccept = call({
  method: 'POST',
  path: '/release/accept',
  summary: 'Add a release to the registry; all of its files must already be uploaded',
  access: signedByTeam,
  effect: 'write',
  request: z.object({
    ...signedManifest,
    /** Address of the manifest: a URL, or a path on the suite's own server. */
    address: requiredText(1000),
  }),
  /** `active`: whether the release is now active. `known`: whether the registry already contained it. */
  response: z.object({ name: z.string(), version: z.string(), active: z.boolean(), known: z.boolean() }),
  addition,
})

export const releaseUndo = call({
  method: 'POST',
  path: '/release/undo',
  summary: 'Roll back the active release of one of the team’s modules',
  access: signedByTeam,
  effect: 'write',
  request: z.object({ name, version, reason }),
  response: z.object({ active: z.string() }),
  addition,
})
