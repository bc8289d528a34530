import * as z from 'zod/mini'
import { Integrity, RemoteName, RoutePrefix, Version } from './manifest.ts'

/** Where a release is. */
const ReleasedAddress = z.object({
  /** Address of its manifest: absolute, or from the root of the suite's own server. */
  manifest: z.string().check(z.regex(/^(https?:\/\/|\/)\S+\.json$/)),
  /** Of the manifest, which in turn holds those of all files. */
  integrity: Integrity,
})

/** A build that somebody works on: served by their own machine to itself, and another one after each change. */
const DevelopmentAddress = z.object({
  manifest: z.string().check(z.regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+\/\S+\.json$/)),
  development: z.literal(true),
})
export type DevelopmentAddress = z.output<typeof DevelopmentAddress>

const ReleaseAddress = z.union([ReleasedAddress, DevelopmentAddress])
export type ReleaseAddress = z.output<typeof ReleaseAddress>

/** For whom another release than the active one counts. */
const ReleaseRule = z.object({
  version: Version,
  /** Those who belong to one of these tenants. */
  tenants: z.optional(z.array(z.string())),
  /** This share of all browsers. */
  percentage: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
})

/** One remote of the registry. */
export const RegistryEntry = z
  .object({
    name: RemoteName,
    /** Path prefixes of the route table that it renders; no other remote may claim them. */
    routes: z.array(RoutePrefix).check(z.minLength(1)),
    /** The release that counts. */
    active: Version,
    /** The one that counted before and was good. */
    previous: z.optional(Version),
    /** The one that came with the suite's own build, by which safe mode runs; none of a remote that it does not have. */
    suite: z.optional(Version),
    /** In the order in which they were released. */
    releases: z.record(Version, ReleaseAddress),
    rules: z.optional(z.array(ReleaseRule)),
    /** Whether rules that are not in this document have to be asked for with the user's session first. */
    personal: z.optional(z.boolean()),
    /** Whether the user's tenants stay on the active release: no other one stands in for it. */
    held: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ active, previous = active, suite = active, rules = [], releases }) =>
        [active, previous, suite, ...rules.map(({ version }) => version)].every(
          (version) => version in releases,
        ),
      'a release that counts has no address',
    ),
  )
export type RegistryEntry = z.output<typeof RegistryEntry>

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** remotes.json: which remotes the suite has, and in which releases. */
export const Registry = z.object({ remotes: z.array(RegistryEntry) }).check(
  z.refine(({ remotes }) => unique(remotes.map(({ name }) => name)), 'two remotes have one name'),
  z.refine(({ remotes }) => unique(remotes.flatMap(({ routes }) => routes)), 'two remotes claim one route'),
)
export type Registry = z.output<typeof Registry>
