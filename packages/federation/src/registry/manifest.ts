import * as z from 'zod/mini'
import { Calls } from './shapes.ts'

export { manifestName } from './agreement.ts'

/** A file of a release's folder: no path leaves it. */
const FileName = z.string().check(z.regex(/^[A-Za-z0-9][\w.-]*$/))

/** Subresource integrity (W3C), by SHA-384 alone. */
export const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))

/** Semantic Versioning 2.0.0, without build metadata: `+` would not stand in an address as it is. As long as an id. */
export const Version = z
  .string()
  .check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$/), z.maxLength(64))

/** Kebab-case name of a remote, which is also that of its folder. */
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/))

/** Path prefix of the route table. */
export const RoutePrefix = z.string().check(z.regex(/^\/[A-Za-z][A-Za-z0-9]*$/))

const ExposedFiles = z.strictObject({
  /** Needed for the module to run, in their order. */
  scripts: z.array(FileName),
  styles: z.array(FileName),
})

/** What a release expects of the page that runs it. */
export const Needs = z.strictObject({
  /** Version of the agreement between host and remote: see `hostApi`. */
  host: z.int(),
  /** The versions of shared packages that it runs on, as caret ranges (npm's semver). */
  shared: z.record(z.string(), z.string().check(z.regex(/^\^\d+\.\d+\.\d+$/))),
  /** The names that it takes of each shared module. */
  parts: z.record(z.string(), z.array(z.string())),
  /** The calls that it makes, as it sends them and takes their answers. */
  calls: Calls,
})
export type Needs = z.output<typeof Needs>

/**
 * What is known of a release before any of its code runs. It is the same for the same sources, and says nothing of
 * when or where it was built. One that says more was made for a suite that asks for more: it is none.
 */
export const ReleaseManifest = z.strictObject({
  name: RemoteName,
  version: Version,
  /** Path prefixes of the route table that it renders. */
  routes: z.array(RoutePrefix).check(z.minLength(1)),
  container: z.strictObject({
    /** The global variable that holds it: another one for each release, since two may be on one page. */
    global: z.string().check(z.regex(/^[A-Za-z_]\w*$/)),
    entry: FileName,
  }),
  /** For the shell's React tree, and for anybody's page. */
  exposes: z.strictObject({ routes: ExposedFiles, mount: ExposedFiles }),
  /** Scripts that carry texts, by language. */
  texts: z.record(z.string(), z.array(FileName)),
  /**
   * By language: the entry, the scripts of the routes and the texts, one after the other in one file. It stands in for
   * them on a page that knows its language beforehand: each further request takes time of the browser's own.
   */
  joined: z.optional(z.record(z.string(), FileName)),
  needs: Needs,
  /** Every file of the release, with its integrity and its size in bytes. */
  files: z.record(FileName, z.strictObject({ integrity: Integrity, size: z.int() })),
})
export type ReleaseManifest = z.output<typeof ReleaseManifest>
