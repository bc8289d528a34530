/** What a command is: a module that reads the process's arguments and does its work as it is loaded. */
export type Commands = Readonly<Record<string, () => Promise<unknown>>>

/**
 * What `bin/atrium` does: runs the command that is named first, with the arguments behind it; `start` where none is.
 * @param commands by their names
 */
export async function run(commands: Commands): Promise<void> {
  const [name = 'start'] = process.argv.splice(2, 1)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return void (await command())
  const isHelp = ['help', '--help', '-h'].includes(name)
  const names = Object.keys(commands).map((known) => `  bin/atrium ${known}\n`)
  const usage = `Usage:\n${names.join('')}Settings come from the environment; \`bin/atrium <command> --help\` says more of a command.\n`
  process[isHelp ? 'stdout' : 'stderr'].write(isHelp ? usage : `There is no command ${name}.\n${usage}`)
  process.exitCode = isHelp ? 0 : 2
}
