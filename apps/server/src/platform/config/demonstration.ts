import { BlockList, isIP } from 'node:net'
import type { Profile } from '@atrium/contract'
import { type Config, readConfig } from './config.ts'
import { readProfile } from './profile.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address leads to this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether there are demonstration data and a sandbox. `withheld`: not if others can reach the suite, unless DEMO is 1.
 */
type Demonstration = 'on' | 'off' | 'withheld'

/**
 * Demonstration data include accounts, and the sandbox shows codes. By default they are only there if nobody else can
 * reach the suite or its database.
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
 * Whether an environment asks for demonstration.
 * @throws StartupError if it, or the profile that it names, is wrong
 */
export async function hasDemonstration(env: NodeJS.ProcessEnv): Promise<boolean> {
  const config = readConfig(env)
  return demonstrationOf(config, await readProfile(config.PROFILE)) === 'on'
}
