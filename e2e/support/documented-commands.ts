import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { CopiedRepository } from './copied-repository.ts'

const readDocument = (): Promise<string> => readFile('docs/teams.md', 'utf8')

/** Returns the commands of docs/teams.md that have a code block of their own, by their names. */
export async function documentedCommands(): Promise<Map<string, string>> {
  const lines = [...(await readDocument()).matchAll(/```sh\n(.*?)\n```/gs)].map(([, line = '']) => line)
  return new Map(lines.map((line) => [line.split(' ')[1] ?? '', line]))
}

/** Returns the release commands in a section of docs/teams.md, in order. */
export async function commandsIn(part: string): Promise<string[]> {
  const text = (await readDocument()).split(/^## /m).find((one) => one.startsWith(`${part}\n`)) ?? ''
  return text.match(/^pnpm release\S* .*$/gm) ?? []
}

/**
 * Runs a command line in a team's repository.
 * @param places texts to replace in the line, with their replacements
 */
export async function runLine(
  { folder }: CopiedRepository,
  line: string,
  folders: Readonly<Record<string, string>>,
  more: readonly string[] = [],
  environment: object = {},
) {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const name = line.split(' ')[1] ?? ''
  const command = line.replace(`pnpm ${name}`, scripts[name] ?? 'there is no such script')
  const here = Object.entries(folders).reduce((text, [shown, own]) => text.replace(shown, own), command)
  const [, ...script] = (here.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const options = { cwd: folder, env: { ...process.env, ...environment } }
  return new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, [...script, ...more], options, (error, output, complaint) =>
      done({ code: error ? Number(error.code) : 0, said: output + complaint }),
    )
  })
}

/** Runs a command of docs/teams.md in a team's repository. */
export const runDocumented = async (
  repository: CopiedRepository,
  name: string,
  folders: Readonly<Record<string, string>>,
  more: readonly string[] = [],
) => runLine(repository, (await documentedCommands()).get(name) ?? '', folders, more)
