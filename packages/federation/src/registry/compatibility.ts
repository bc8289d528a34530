import satisfies from 'semver/functions/satisfies.js'
import * as z from 'zod/mini'
import type { Needs } from './manifest.ts'
import { Calls, misfit } from './shapes.ts'

/** Name of the host's description, in the host's folder. */
export const hostDescriptionName = 'host.json'

/** Stands for the names of a module that does not tell them. */
export const anyName = '*'

/** What a host offers to remotes. */
export const HostDescription = z.object({
  api: z.int(),
  /** The version of each package of which it carries the page's one copy. */
  shared: z.record(z.string(), z.string()),
  /** The names that each shared module has. */
  parts: z.record(z.string(), z.array(z.string())),
  /** The calls of the server that it belongs to; a host that only runs what was checked before does not know them. */
  calls: z.optional(Calls),
})
export type HostDescription = z.output<typeof HostDescription>

/** Why a release cannot run on a host. */
export type Incompatibility =
  | { readonly reason: 'api'; readonly needs: number; readonly offers: number }
  | { readonly reason: 'version'; readonly module: string; readonly needs: string; readonly offers: string }
  | { readonly reason: 'module'; readonly module: string }
  | { readonly reason: 'names'; readonly module: string; readonly names: readonly string[] }
  /** The call is not there, or a field of it is another: of what is sent, or of what is answered. */
  | {
      readonly reason: 'calls'
      readonly call: string
      readonly part: '' | 'request' | 'answer'
      readonly field: string
    }

function refusedVersions(needs: Needs, host: HostDescription): Incompatibility[] {
  return Object.entries(needs.shared).flatMap(([module, range]): Incompatibility[] => {
    const offers = host.shared[module]
    if (offers !== undefined && satisfies(offers, range, { includePrerelease: true })) return []
    return [{ reason: 'version', module, needs: range, offers: offers ?? '' }]
  })
}

function refusedParts(needs: Needs, host: HostDescription): Incompatibility[] {
  return Object.entries(needs.parts).flatMap(([module, names]): Incompatibility[] => {
    const offered = host.parts[module]
    if (!offered) return [{ reason: 'module', module }]
    if (offered.includes(anyName)) return []
    const missing = names.filter((name) => !offered.includes(name))
    return missing.length > 0 ? [{ reason: 'names', module, names: missing }] : []
  })
}

function refusedCalls(needs: Needs, { calls }: HostDescription): Incompatibility[] {
  if (!calls) return []
  return Object.entries(needs.calls).flatMap(([call, { request, answer }]): Incompatibility[] => {
    const offered = calls[call]
    if (!offered) return [{ reason: 'calls', call, part: '', field: '' }]
    const sent = misfit(request, offered.request, true)
    if (sent !== undefined) return [{ reason: 'calls', call, part: 'request', field: sent }]
    const answered = misfit(offered.answer, answer, false)
    return answered === undefined ? [] : [{ reason: 'calls', call, part: 'answer', field: answered }]
  })
}

/**
 * Compares what a release needs with what a host offers.
 * @returns each reason why it cannot run; none where it can
 */
export function incompatibilities(needs: Needs, host: HostDescription): Incompatibility[] {
  if (needs.host !== host.api) return [{ reason: 'api', needs: needs.host, offers: host.api }]
  return [...refusedVersions(needs, host), ...refusedParts(needs, host), ...refusedCalls(needs, host)]
}
