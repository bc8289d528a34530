import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Arguments of a command. */
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ readonly options: Known }>>['values']

/** A command line that cannot be understood. It is reported with the usage. */
export class UsageError extends Error {}

export interface Command<Known extends Options> {
  readonly usage: string
  readonly options: Known
  /** Maximum number of positional arguments; none by default. */
  readonly words?: number
  /**
   * Runs the command.
   * @returns the exit code
   */
  readonly run: (values: Values<Known>, words: readonly string[]) => Promise<number>
  /** Returns the exit code after an error; 1 by default. */
  readonly codeOf?: (error: unknown) => number
}

const help = { type: 'boolean' } as const

/**
 * Reads the arguments of the process.
 * @throws UsageError for arguments that the command does not have
 */
function read<Known extends Options>(options: Known, words: number) {
  try {
    const asked = parseArgs({ options: { ...options, help }, allowPositionals: words > 0 })
    const [beyond] = asked.positionals.slice(words)
    if (beyond !== undefined) throw new UsageError(`Unexpected argument '${beyond}'`)
    return asked
  } catch (cause) {
    throw cause instanceof TypeError ? new UsageError(cause.message) : cause
  }
}

/**
 * Runs an operator's command with the arguments of the process. Exits with the command's code, or with 2 if the
 * arguments are invalid.
 */
export async function runCommand<Known extends Options>(command: Command<Known>): Promise<void> {
  const { usage, options, words = 0, run, codeOf = () => 1 } = command
  try {
    const { values, positionals } = read(options, words)
    if ('help' in values) process.stdout.write(usage)
    else process.exitCode = await run(values as unknown as Values<Known>, positionals)
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `\n${usage}` : ''}`)
    process.exitCode = isUsage ? 2 : codeOf(error)
  }
}

/**
 * Returns a signal that aborts when the process receives its first SIGINT or SIGTERM, so that the command can clean
 * up and end.
 * @param left the unfinished work, for the message
 */
export function untilStopRequested(left: string): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new Error(`Stopped by ${name}: ${left}.`)))
  return stopping.signal
}

/** Prints a line for the user of the command. */
export const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Formats a size in bytes as megabytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
