import { ReleaseFailure, readTeamKey } from '@atrium/federation/team'
import { CommandFailure, runCommand, UsageError } from '../command.ts'

export { print, UsageError } from '../command.ts'

/** Options of the release commands, each with a value, and their descriptions in --help. */
const options = {
  to: 'a folder, or s3://bucket/prefix, to which the release is uploaded',
  host: 'address of the Atrium server that runs the release',
  key: 'file with the team’s key, which release:key generates',
  address: 'address at which --to is served; /remotes by default, the path of a server’s RELEASES_DIR',
  from: 'the release to roll back from; the active one by default',
  reason: 'the reason, for the audit trail',
} as const

export type Option = keyof typeof options

/** Options that may be set in the environment, such as RELEASE_HOST for --host. */
const inEnvironment: readonly Option[] = ['to', 'host', 'key', 'address']

const variableOf = (option: Option): string => `RELEASE_${option.toUpperCase()}`

/** Arguments of a command. */
export interface Input {
  /** Arguments without an option, in order. */
  readonly names: readonly string[]
  readonly values: Readonly<Partial<Record<Option, string>>>
}

interface ReleaseCommand {
  readonly usage: string
  readonly purpose: string
  readonly options: readonly Option[]
  readonly run: (input: Input) => Promise<void>
}

function helpOf(command: ReleaseCommand): string {
  const lines = command.options.map((option) => {
    const variable = inEnvironment.includes(option) ? ` (or ${variableOf(option)} in the environment)` : ''
    return `  ${`--${option}`.padEnd(12)}${options[option]}${variable}`
  })
  return [command.usage, '', command.purpose, '', ...lines].join('\n').trimEnd()
}

/** Runs a release command. Some options may be set in the environment. */
export const runReleaseCommand = (command: ReleaseCommand): Promise<void> =>
  runCommand({
    help: helpOf(command),
    options: Object.fromEntries(command.options.map((option) => [option, { type: 'string' as const }])),
    run: async ({ values, positionals }) => {
      const given = command.options.map((option) => {
        const fallback = inEnvironment.includes(option) ? process.env[variableOf(option)] : undefined
        return [option, values[option] ?? fallback] as const
      })
      const input = { names: positionals, values: Object.fromEntries(given.filter(([, value]) => value)) }
      await command.run(input).catch((cause: unknown) => {
        throw cause instanceof ReleaseFailure ? new CommandFailure(cause.message) : cause
      })
    },
  })

/** Returns the only name among the arguments. */
export function onlyName({ names }: Input, what: string): string {
  const [name, ...more] = names
  if (name === undefined || more.length > 0) throw new UsageError(`Name one ${what}.`)
  return name
}

/** Returns the value of a required option. */
export function required({ values }: Input, option: Option): string {
  const value = values[option]
  if (value === undefined) throw new UsageError(`--${option} is missing: ${options[option]}.`)
  return value
}

/** Returns the server's address, --host. */
export function hostOf(input: Input): string {
  const host = required(input, 'host')
  if (!/^https?:$/.test(URL.parse(host)?.protocol ?? ''))
    throw new UsageError(`--host ${host} is not an address. An address begins with https:// or http://.`)
  return host
}

/** Reads the team's key from the file in --key. */
export const keyOf = (input: Input) => readTeamKey(required(input, 'key'))
