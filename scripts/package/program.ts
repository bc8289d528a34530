import { join } from 'node:path'
import { compile } from '@atrium/federation/release'
import { nodeProgram } from '@atrium/federation/webpack'

/** Packages that are not bundled: those with machine code, and those that read their own files. */
export const unbundled = [
  '@embedpdf/fonts-sc',
  '@fastify/swagger-ui',
  '@fontsource/nunito',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'fontkit',
  'pdfmake',
]

/** Modules that the program starts as workers, relative to the server. */
const workers = { 'pdf-worker': 'src/platform/export/pdf-worker.ts' }

/** Optional packages that are not installed. */
const absent = ['pg-native']

/** Folder of the program. It is as deep as `platform/config`, because config.ts finds the root from its own path. */
export const programFolder = 'apps/server/dist/node/program'

export type Scripts = Readonly<Record<string, string>>

/** Returns the operators' commands: the scripts of package.json that run a module of the server. */
export const commandsOf = (scripts: Scripts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scripts).flatMap(([name, script]) => {
      const file = /^node (apps\/server\/src\/\S+\.ts)$/.exec(script)?.[1]
      return file ? [[name, file]] : []
    }),
  )

/** Returns the source of the main module, which loads each command lazily. */
function mainOf(root: string, commands: Readonly<Record<string, string>>): string {
  const load = ([name, file]: [string, string]) =>
    `${JSON.stringify(name)}: () => import(${JSON.stringify(join(root, file))})`
  const all = Object.entries(commands).map(load)
  return `import { run } from ${JSON.stringify(join(root, 'scripts/package/run.ts'))}\nawait run({ ${all.join(', ')} })\n`
}

/**
 * Compiles the server to a program, `atrium.js`, whose first argument names a command.
 * @param root the repository's folder
 * @param target the folder in which `programFolder` is made
 * @param commands modules of the commands by their names, relative to the root
 */
export async function compileProgram(
  root: string,
  target: string,
  commands: Readonly<Record<string, string>>,
): Promise<void> {
  const server = join(root, 'apps/server')
  await compile(
    nodeProgram({
      name: 'atrium',
      root: server,
      main: mainOf(root, commands),
      workers: Object.fromEntries(
        Object.entries(workers).map(([worker, file]) => [worker, join(server, file)]),
      ),
      unbundled: [...unbundled, ...absent],
      output: join(target, programFolder),
    }),
  )
}
