import * as z from 'zod/mini'

/** One remote of the registry. */
export const RegistryEntry = z.object({
  /** Kebab-case and unique; it names the remote in messages and in the served folder. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  /** Address of its mf-manifest.json: absolute, or from the root of the suite's own server. */
  manifest: z.string().check(z.regex(/^(https?:\/\/|\/)\S+\.json$/)),
  /** Path prefixes of the route table that it renders; no other remote may claim them. */
  routes: z.array(z.string().check(z.regex(/^\/[A-Za-z][A-Za-z0-9]*$/))).check(z.minLength(1)),
})
export type RegistryEntry = z.output<typeof RegistryEntry>

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** remotes.json: which remotes the suite has, read by the shell at each start. */
export const Registry = z.object({ remotes: z.array(RegistryEntry) }).check(
  z.refine(({ remotes }) => unique(remotes.map(({ name }) => name)), 'two remotes have one name'),
  z.refine(({ remotes }) => unique(remotes.flatMap(({ routes }) => routes)), 'two remotes claim one route'),
)
export type Registry = z.output<typeof Registry>
