/**
 * `pnpm validation`: writes the validation pack: requirements, the tests that prove them, their results, versions and
 * hashes, as HTML and PDF in Chinese and English. See docs/operators/validation.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages } from '@atrium/contract'
import { CommandFailure, print, runCommand, UsageError } from '../command.ts'
import { composeDocument, dataName, listName } from './compose.ts'
import { dataOf } from './data.ts'
import { htmlOf } from './html.ts'
import { collectPack } from './pack.ts'
import { printPdfs } from './pdf.ts'
import { addEntries, faultsOf, translationsFile } from './requirements.ts'
import { workingTree } from './source.ts'

const help = `Writes the validation pack of this version: requirements, the tests that prove them, the results of the last
pnpm test, versions and hashes, as HTML and PDF in Chinese and English. Run pnpm test and pnpm package first.
Usage: pnpm validation [--since <version>] [--package <folder>] [--to <folder>]
  --since    also lists what changed since this version, a commit or tag, and what to look at again
  --package  the folder of the package, dist/package by default
  --to       the folder of the pack, dist/validation by default
       pnpm validation --add
  adds the next number to scripts/validation/requirements.json for each new row of the pages, to be translated there`

await runCommand({
  help,
  options: {
    since: { type: 'string' },
    package: { type: 'string', default: 'dist/package' },
    to: { type: 'string', default: 'dist/validation' },
    add: { type: 'boolean', default: false },
  },
  run: async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unknown argument: ${positionals.join(' ')}`)
    const root = process.cwd()
    const source = workingTree(root)
    if (values.add) {
      const { file, added } = addEntries(source)
      writeFileSync(join(root, translationsFile), file)
      return print(
        added.length === 0
          ? 'Every row has its entry.'
          : `Write the Chinese text of each new entry:\n${added.join('\n')}`,
      )
    }
    const faults = faultsOf(source)
    if (faults.length > 0) throw new CommandFailure(faults.join('\n'))
    const pack = await collectPack({
      root,
      source,
      packageFolder: resolve(values.package),
      since: values.since,
    })
    const target = resolve(values.to)
    mkdirSync(target, { recursive: true })
    const data = dataOf(pack)
    writeFileSync(join(target, dataName), data)
    writeFileSync(join(target, listName), pack.packageFiles.list)
    const packs = languages.map((language) => ({
      document: composeDocument(pack, language, { data, source }),
      file: join(target, `validation-${language}`),
    }))
    for (const { document, file } of packs) writeFileSync(`${file}.html`, htmlOf(document))
    await printPdfs(packs.map(({ document, file }) => ({ document, path: `${file}.pdf` })))
    print(`${target}\nDeviations: ${pack.deviations.length}`)
  },
})
