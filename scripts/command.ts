import { type ParseArgsConfig, parseArgs } from 'node:util'

/** What was asked for cannot be understood: the usage is said with it. */
export class UsageError extends Error {}

/** Why what was asked for was not done: for whoever asked, who can do something about it. */
export class CommandFailure extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

/** What a command was asked for: its options by their names, and what stands without one, in its order. */
type Asked<Known extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: Known; readonly allowPositionals: true }>
>

export interface Command<Known extends Options> {
  /** What `--help` says. */
  readonly help: string
  readonly options: Known
  readonly run: (asked: Asked<Known>) => Promise<void>
}

export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const help = { type: 'boolean', short: 'h' } as const

/** Reads what the process was started with. @throws UsageError for an option that the command does not have */
function read<Known extends Options>(
  options: Known,
): { readonly help: boolean; readonly asked: Asked<Known> } {
  try {
    const asked = parseArgs({ allowPositionals: true, options: { ...options, help } })
    return { help: 'help' in asked.values, asked: asked as unknown as Asked<Known> }
  } catch (cause) {
    throw cause instanceof TypeError ? new UsageError(cause.message) : cause
  }
}

/** What the system refuses, such as to write into a folder: it says which, and why. */
const isOfSystem = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause && 'path' in cause

/** Ends the process, whatever it has begun, with why. */
function end(code: number, reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

/** Runs a command as the process was started, and ends with 0 if it was done, 1 if not, 2 if it was not understood. */
export async function runCommand<Known extends Options>(command: Command<Known>): Promise<void> {
  try {
    const { help, asked } = read(command.options)
    if (help) return say(command.help)
    await command.run(asked)
  } catch (cause) {
    if (cause instanceof UsageError) end(2, `${cause.message}\n\n${command.help}`)
    if (cause instanceof CommandFailure) end(1, cause.message)
    if (isOfSystem(cause)) end(1, `${cause.message}.`)
    throw cause
  }
}
