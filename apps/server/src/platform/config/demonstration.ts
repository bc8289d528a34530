import { BlockList, isIP } from 'node:net'
import type { Profile } from '@atrium/contract'
import { type Config, readConfig } from './config.ts'
import { readProfile } from './profile.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns whether a host name or address refers to this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether demonstration data and a sandbox exist. `withheld`: omitted because others can reach the suite and DEMO is
 * not set.
 */
type Demonstration = 'on' | 'off' | 'withheld'

/**
 * Decides whether to show the demonstration. Its data include accounts, and the sandbox shows codes, so by default it
 * exists only if nobody else can reach the suite or its database.
 */
export function demonstrationOf(
  { DEMO, DATABASE_URL, HOST }: Pick<Config, 'DEMO' | 'DATABASE_URL' | 'HOST'>,
  { publicUrl }: Pick<Profile, 'publicUrl'>,
): Demonstration {
  if (DEMO !== undefined) return DEMO === '1' ? 'on' : 'off'
  const isPrivate = DATABASE_URL === undefined && isLoopback(HOST) && isLoopback(new URL(publicUrl).hostname)
  return isPrivate ? 'on' : 'withheld'
}

/**
 * Returns whether an environment enables the demonstration.
 * @throws StartupError if the environment or its profile is invalid
 */
export async function hasDemonstration(env: NodeJS.ProcessEnv): Promise<boolean> {
  const config = readConfig(env)
  return demonstrationOf(config, await readProfile(config.PROFILE)) === 'on'
}
