import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Reports wrong arguments. The usage is printed with the message. */
export class UsageError extends Error {}

/** Reports a failure that the command's user can fix. */
export class CommandFailure extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

/** Arguments of a command: options by name, and the others in order. */
type Input<Known extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: Known; readonly allowPositionals: true }>
>

export interface Command<Known extends Options> {
  /** Text of `--help`. */
  readonly help: string
  readonly options: Known
  readonly run: (input: Input<Known>) => Promise<void>
}

export const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const help = { type: 'boolean', short: 'h' } as const

/** Reads the arguments of the process. @throws UsageError for an unknown option */
function readArguments<Known extends Options>(
  options: Known,
): { readonly help: boolean; readonly input: Input<Known> } {
  try {
    const input = parseArgs({ allowPositionals: true, options: { ...options, help } })
    return { help: 'help' in input.values, input: input as unknown as Input<Known> }
  } catch (cause) {
    throw cause instanceof TypeError ? new UsageError(cause.message) : cause
  }
}

/** Returns whether an error of the system names its file, such as a folder that cannot be written. */
const isFileError = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error && 'syscall' in cause && 'path' in cause

/** Prints the reason and exits. */
function end(code: number, reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

/** Runs a command with the arguments of the process. Exits with 0 on success, 1 on failure, 2 for wrong arguments. */
export async function runCommand<Known extends Options>(command: Command<Known>): Promise<void> {
  try {
    const { help, input } = readArguments(command.options)
    if (help) return print(command.help)
    await command.run(input)
  } catch (cause) {
    if (cause instanceof UsageError) end(2, `${cause.message}\n\n${command.help}`)
    if (cause instanceof CommandFailure) end(1, cause.message)
    if (isFileError(cause)) end(1, `${cause.message}.`)
    throw cause
  }
}
