import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** What a command was started with. */
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ readonly options: Known }>>['values']

/** What was asked for cannot be understood. */
export class UsageError extends Error {}

export interface Command<Known extends Options> {
  readonly usage: string
  readonly options: Known
  /** @returns the exit code */
  readonly run: (values: Values<Known>) => Promise<number>
}

const help = { type: 'boolean' } as const

/** Runs a command as the process was started. It ends with its code, with 1 where it failed, with 2 where it was not understood. */
export async function runCommand<Known extends Options>({
  usage,
  options,
  run,
}: Command<Known>): Promise<void> {
  try {
    const { values } = parseArgs({ options: { ...options, help } })
    if ('help' in values) process.stdout.write(usage)
    else process.exitCode = await run(values as unknown as Values<Known>)
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `\n${usage}` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** A first signal has the command clean up and end; what is left of its work then is said with it. */
export function untilToldToStop(left: string): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new Error(`Stopped by ${name}: ${left}.`)))
  return stopping.signal
}

/** Says something to whoever runs the command. */
export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** A size as people read it. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
