import * as z from 'zod/mini'
import { Calls } from './shapes.ts'

export { manifestName } from './agreement.ts'

/** Name of a file in a release's folder, without path separators. */
const FileName = z.string().check(z.regex(/^[A-Za-z0-9][\w.-]*$/))

/** Subresource integrity (W3C) with SHA-384, the only algorithm accepted. */
export const Integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))

/**
 * Semantic Versioning 2.0.0 without build metadata, because `+` would be escaped in addresses. No longer than an id
 * (64 characters).
 */
export const Version = z
  .string()
  .check(z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$/), z.maxLength(64))

/** Kebab-case name of a remote, which is also its folder's name. */
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/))

/** Path prefix of the route table. */
export const RoutePrefix = z.string().check(z.regex(/^\/[A-Za-z][A-Za-z0-9]*$/))

const ExposedFiles = z.strictObject({
  /** Listed in the order in which they must run. */
  scripts: z.array(FileName),
  styles: z.array(FileName),
})

/** The versions, modules and calls that a release needs from the page that runs it. */
export const Needs = z.strictObject({
  /** Version of the interface between host and remotes: `hostApi`. */
  host: z.int(),
  /** Versions of the shared packages that the release runs on, as caret ranges (npm's semver). */
  shared: z.record(z.string(), z.string().check(z.regex(/^\^\d+\.\d+\.\d+$/))),
  /** The names that the release imports from each shared module. */
  parts: z.record(z.string(), z.array(z.string())),
  /** The calls that the release makes, with the shapes it sends and expects. */
  calls: Calls,
})
export type Needs = z.output<typeof Needs>

/**
 * Describes a release before any of its code runs. The same sources produce the same manifest, so it does not record
 * the time or machine of the build. Unknown fields are rejected, because they were written for another version of the
 * suite.
 */
export const ReleaseManifest = z.strictObject({
  name: RemoteName,
  version: Version,
  /** Path prefixes that the remote renders. */
  routes: z.array(RoutePrefix).check(z.minLength(1)),
  container: z.strictObject({
    /** Global variable of the container. It differs for each release, because two releases may be on one page. */
    global: z.string().check(z.regex(/^[A-Za-z_]\w*$/)),
    entry: FileName,
  }),
  /** Files of the routes for the shell's React tree, and of `mount` for embedding pages. */
  exposes: z.strictObject({ routes: ExposedFiles, mount: ExposedFiles }),
  /** Scripts with texts, by language. */
  texts: z.record(z.string(), z.array(FileName)),
  /**
   * One file per language with the entry, the scripts of the routes and the texts, for pages that know their language
   * in advance. Each request saved spares a few milliseconds of the browser's main thread.
   */
  joined: z.optional(z.record(z.string(), FileName)),
  needs: Needs,
  /** Every file of the release, with its integrity and its size in bytes. */
  files: z.record(FileName, z.strictObject({ integrity: Integrity, size: z.int() })),
})
export type ReleaseManifest = z.output<typeof ReleaseManifest>
