/**
 * Functions that load the module of each command. A command's module reads the process's arguments and runs when it
 * is loaded.
 */
type Commands = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Runs the command named by the first argument, with the remaining arguments; `start` by default.
 * @param commands by their names
 */
export async function run(commands: Commands): Promise<void> {
  const [name = 'start'] = process.argv.splice(2, 1)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return void (await command())
  const isHelp = ['help', '--help', '-h'].includes(name)
  const names = Object.keys(commands).map((known) => `  bin/atrium ${known}\n`)
  const usage = `Usage:\n${names.join('')}Settings come from the environment; \`bin/atrium <command> --help\` describes a command.\n`
  process[isHelp ? 'stdout' : 'stderr'].write(isHelp ? usage : `There is no command ${name}.\n${usage}`)
  process.exitCode = isHelp ? 0 : 2
}
