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
const addition = 'Teams release modules by themselves; the list of calls has none for it.'

/** Name of a remote. */
const name = id
/** Version of a release. */
const version = reference
/** Reason for the change, for the audit trail. */
const reason = text(500)

export const releaseModules = call({
  method: 'POST',
  path: '/release/modules',
  summary: 'The modules of the suite with the release that counts of each, its health and its rules',
  access: menu('module'),
  effect: 'read',
  request: noFields,
  response: z.array(RemoteModule),
  addition,
})

export const releaseList = call({
  method: 'POST',
  path: '/release/list',
  summary: 'The releases of a module, newest first',
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
  summary: 'What browsers reported of a module, latest first',
  access: menu('module'),
  effect: 'read',
  request: z.object({ name, version: optionalId, ...paging }),
  response: listOf(ReleaseError),
  addition,
})

export const releaseActivate = call({
  method: 'POST',
  path: '/release/activate',
  summary: 'Have a release count for everybody whom no rule gives another one',
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
  summary: 'Have the release before count again; a share of a release ends with it',
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
  summary: 'Give a release to a share of all browsers first; 0 ends it',
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
  summary: 'How each tenant gets a module, those first that do not follow',
  access: menu('module'),
  effect: 'read',
  request: z.object({ name, keyWord: text(100), ...paging }),
  response: listOf(TenantRelease),
  addition,
})

export const releaseTenantMode = call({
  method: 'POST',
  path: '/release/tenantMode',
  summary: 'Have a tenant follow, hold it on a release, or leave each next one to its own administrators',
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
  summary: 'The modules as the tenants of the caller get them',
  access: menu('tenantRelease'),
  effect: 'read',
  request: z.object({ tenantId: optionalId, ...paging }),
  response: listOf(TenantRelease),
  addition,
})

export const tenantReleaseMode = call({
  method: 'POST',
  path: '/tenantRelease/mode',
  summary: 'Have a tenant of the caller’s stay on its release until it accepts the next one, or follow again',
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
  summary: 'Accept the release that is offered to a tenant, which was validated there',
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
  summary:
    'The registry as it counts for the caller: releases that their tenants stay on in place of the active ones',
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
  summary: 'What a page met with releases: loads, failures, Web Vitals',
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
  summary: 'Whether a release could be taken into the registry, and if not each reason',
  access: signedByTeam,
  effect: 'read',
  request: z.object(signedManifest),
  response: z.object({ refusals: z.array(ReleaseRejection), known: z.boolean() }),
  addition,
})

export const releaseAccept = call({
  method: 'POST',
  path: '/release/accept',
  summary: 'Take a release into the registry, of which every file is at its address already',
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
  summary: 'Roll a module of the team’s back from a release that counts now',
  access: signedByTeam,
  effect: 'write',
  request: z.object({ name, version, reason }),
  response: z.object({ active: z.string() }),
  addition,
})
