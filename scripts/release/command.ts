import {
  openPlace,
  ReleaseFailure,
  readPlaceRegistry,
  readServerRegistry,
  readTeamKey,
} from '@atrium/federation/team'
import { CommandFailure, runCommand, UsageError } from '../command.ts'

export { say, UsageError } from '../command.ts'

/** Options that the commands have, each with a value, and what --help says of them. */
const options = {
  to: 'a folder, or s3://bucket/prefix: where releases are put',
  host: 'the address of the Atrium server whose page runs them',
  key: 'the file of the team’s key, which release:key makes',
  address: 'where --to is served: /remotes by default, which a server does with its RELEASES_DIR',
  trusted: 'for a static host without a server: the operator’s file of trusted keys',
  from: 'the release that counts, from which to roll back; the one that counts now by default',
  reason: 'why, for the audit trail',
} as const

export type Option = keyof typeof options

/** What may stand in the environment in place of an option: RELEASE_HOST for --host. */
const inEnvironment: readonly Option[] = ['to', 'host', 'key', 'address', 'trusted']

const variableOf = (option: Option): string => `RELEASE_${option.toUpperCase()}`

/** What a command was asked for. */
export interface Asked {
  /** What stands without a name, in its order. */
  readonly names: readonly string[]
  readonly values: Readonly<Partial<Record<Option, string>>>
}

export interface ReleaseCommand {
  /** How it is called, a line each way, and what it does. */
  readonly usage: readonly string[]
  readonly purpose: string
  readonly takes: readonly Option[]
  readonly run: (asked: Asked) => Promise<void>
}

function helpOf({ usage, purpose, takes }: ReleaseCommand): string {
  const lines = takes.map((option) => {
    const variable = inEnvironment.includes(option) ? ` (or ${variableOf(option)} in the environment)` : ''
    return `  ${`--${option}`.padEnd(12)}${options[option]}${variable}`
  })
  return [...usage, '', purpose, '', ...lines].join('\n').trimEnd()
}

/** Runs a command of releasing, of whose options some may stand in the environment. */
export const runReleaseCommand = (command: ReleaseCommand): Promise<void> =>
  runCommand({
    help: helpOf(command),
    options: Object.fromEntries(command.takes.map((option) => [option, { type: 'string' as const }])),
    run: async ({ values, positionals }) => {
      const given = command.takes.map((option) => {
        const fallback = inEnvironment.includes(option) ? process.env[variableOf(option)] : undefined
        return [option, values[option] ?? fallback] as const
      })
      const asked = { names: positionals, values: Object.fromEntries(given.filter(([, value]) => value)) }
      await command.run(asked).catch((cause: unknown) => {
        throw cause instanceof ReleaseFailure ? new CommandFailure(cause.message) : cause
      })
    },
  })

/** The only name that a command is called with. */
export function onlyName({ names }: Asked, what: string): string {
  const [name, ...more] = names
  if (name === undefined || more.length > 0) throw new UsageError(`Name one ${what}.`)
  return name
}

/** The value of an option that has to be there. */
export function needed({ values }: Asked, option: Option): string {
  const value = values[option]
  if (value === undefined) throw new UsageError(`--${option} is missing: ${options[option]}.`)
  return value
}

/** A server by its address. */
export function serverAt(host: string): { readonly address: string } {
  if (!/^https?:$/.test(URL.parse(host)?.protocol ?? ''))
    throw new UsageError(`--host ${host} is no address: it begins with https:// or http://.`)
  return { address: host }
}

/** A server by --host, else the place of a static host by --to. */
export async function hostOf({ values: { host, to } }: Asked) {
  if (host !== undefined) return serverAt(host)
  if (to === undefined) throw new UsageError('Name a server by --host, or a static host by --to.')
  return openPlace(to)
}

/** The registry of that host, as anybody sees it. */
export async function registryOf(asked: Asked) {
  const host = await hostOf(asked)
  return 'address' in host ? readServerRegistry(host.address) : readPlaceRegistry(host)
}

/** The team's key by --key. */
export const keyOf = (asked: Asked) => readTeamKey(needed(asked, 'key'))
