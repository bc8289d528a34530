import * as z from 'zod/mini'
import { Integrity, RemoteName, RoutePrefix, Version } from './manifest.ts'

const ReleasedAddress = z.object({
  /** Address of the release's manifest: absolute, or a path on the suite's own server. */
  manifest: z.string().check(z.regex(/^(https?:\/\/|\/)\S+\.json$/)),
  /** Integrity of the manifest, which contains the integrity of every file. */
  integrity: Integrity,
})

/** Address of a development build, which the user's own machine serves and rebuilds after each change. */
const DevelopmentAddress = z.object({
  manifest: z.string().check(z.regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+\/\S+\.json$/)),
  development: z.literal(true),
})
export type DevelopmentAddress = z.output<typeof DevelopmentAddress>

const ReleaseAddress = z.union([ReleasedAddress, DevelopmentAddress])
export type ReleaseAddress = z.output<typeof ReleaseAddress>

/** A rule that assigns some users a release other than the active one. */
const ReleaseRule = z.object({
  version: Version,
  /** Tenants whose users get this release. */
  tenants: z.optional(z.array(z.string())),
  /** Percentage of all browsers that get this release. */
  percentage: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
})

/** A remote in the registry. */
export const RegistryEntry = z
  .object({
    name: RemoteName,
    /** Path prefixes that the remote renders. Each belongs to one remote only. */
    routes: z.array(RoutePrefix).check(z.minLength(1)),
    /** The active release. */
    active: Version,
    /** The release that was active before. */
    previous: z.optional(Version),
    /** The release of the suite's own build, which runs in safe mode; undefined if that build lacks the remote. */
    suite: z.optional(Version),
    /** Listed in release order. */
    releases: z.record(Version, ReleaseAddress),
    rules: z.optional(z.array(ReleaseRule)),
    /** Whether the active release depends on the user. In that case the server sends it only with the user's session. */
    personal: z.optional(z.boolean()),
    /** Whether the user's tenants are pinned to the active release, so that no other one stands in for it. */
    held: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ active, previous = active, suite = active, rules = [], releases }) =>
        [active, previous, suite, ...rules.map(({ version }) => version)].every(
          (version) => version in releases,
        ),
      'an active release has no address',
    ),
  )
export type RegistryEntry = z.output<typeof RegistryEntry>

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** The content of remotes.json: the suite's remotes and their releases. */
export const Registry = z.object({ remotes: z.array(RegistryEntry) }).check(
  z.refine(({ remotes }) => unique(remotes.map(({ name }) => name)), 'two remotes have the same name'),
  z.refine(
    ({ remotes }) => unique(remotes.flatMap(({ routes }) => routes)),
    'two remotes claim the same route',
  ),
)
export type Registry = z.output<typeof Registry>
