import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** Arguments of a command. */
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ readonly options: Known }>>['values']

/** A command line that cannot be understood. It is reported with the usage. */
export class UsageError extends Error {}

export interface Command<Known extends Options> {
  readonly usage: string
  readonly options: Known
  /** How many words without an option it takes; none by default. */
  readonly words?: number
  /** @returns the exit code */
  readonly run: (values: Values<Known>, words: readonly string[]) => Promise<number>
  /** Exit code if it failed; 1 by default. */
  readonly codeOf?: (error: unknown) => number
}

const help = { type: 'boolean' } as const

/** Reads what the process was started with. @throws UsageError if the command does not know it */
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
 * Runs a command of operators, as the process was started. Exits with the command's code, or with 2 if the command line
 * was not understood.
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

/** A first signal has the command clean up and end; what is left of its work then is said with it. */
export function untilStopRequested(left: string): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new Error(`Stopped by ${name}: ${left}.`)))
  return stopping.signal
}

/** Prints something for the user of the command. */
export const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** A size as people read it. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
