import type { ReleaseRejection } from '@atrium/contract'
import satisfies from 'semver/functions/satisfies.js'
import * as z from 'zod/mini'
import type { Needs } from './manifest.ts'
import { Calls, misfit } from './shapes.ts'

/** File name of the host description, in the host's folder. */
export const hostDescriptionName = 'host.json'

/** Stands for all names of a module whose exports are unknown, such as a CommonJS module. */
export const anyName = '*'

/** The packages, modules and calls that a host offers to remotes. */
export const HostDescription = z.object({
  api: z.int(),
  /** The version of each shared package. */
  shared: z.record(z.string(), z.string()),
  /** The exported names of each shared module. */
  parts: z.record(z.string(), z.array(z.string())),
  /** Calls of the host's server. If undefined, calls are not compared. */
  calls: z.optional(Calls),
})
export type HostDescription = z.output<typeof HostDescription>

function versionMismatches({ shared }: Needs, host: HostDescription): ReleaseRejection[] {
  return Object.entries(shared).flatMap(([module, range]): ReleaseRejection[] => {
    const offered = host.shared[module]
    if (offered !== undefined && satisfies(offered, range, { includePrerelease: true })) return []
    return [{ reason: 'version', module, names: [range] }]
  })
}

function missingParts({ parts }: Needs, host: HostDescription): ReleaseRejection[] {
  return Object.entries(parts).flatMap(([module, names]): ReleaseRejection[] => {
    const offered = host.parts[module]
    if (!offered) return [{ reason: 'module', module, names: [] }]
    if (offered.includes(anyName)) return []
    const missing = names.filter((name) => !offered.includes(name))
    return missing.length > 0 ? [{ reason: 'names', module, names: missing }] : []
  })
}

/** Lists calls that are missing or differ, such as `POST /tenant/save request name`, with the field if only one differs. */
function callMismatches(needs: Needs, { calls }: HostDescription): ReleaseRejection[] {
  if (!calls) return []
  return Object.entries(needs.calls).flatMap(([call, { request, answer }]): ReleaseRejection[] => {
    const mismatch = (...words: readonly string[]): ReleaseRejection[] => [
      { reason: 'calls', module: '', names: [[call, ...words].filter(Boolean).join(' ')] },
    ]
    const offered = calls[call]
    if (!offered) return mismatch()
    const sent = misfit(request, offered.request, true)
    if (sent !== undefined) return mismatch('request', sent)
    const received = misfit(offered.answer, answer, false)
    return received === undefined ? [] : mismatch('answer', received)
  })
}

/**
 * Compares what a release needs with what a host offers.
 * @returns the reasons why the release cannot run, in the form that the contract's calls use; empty if it can run
 */
export function incompatibilities(needs: Needs, host: HostDescription): ReleaseRejection[] {
  if (needs.host !== host.api) return [{ reason: 'api', module: '', names: [String(needs.host)] }]
  return [...versionMismatches(needs, host), ...missingParts(needs, host), ...callMismatches(needs, host)]
}
