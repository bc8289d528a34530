/**
 * `pnpm run seeds`: writes the delivered regions and dictionary entries to the JSON files that the server reads, so
 * that a running server does not need the packages from which they are generated.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categoryRows, entryRows } from './dictionary.ts'
import { regionSeed } from './regions.ts'

const modules = join(import.meta.dirname, '../../apps/server/src/modules')

/** Writes one row per line, so that a diff shows the changed rows. */
const lines = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`

/** Returns the paths of the files and their correct contents. */
export const generatedSeeds = (): readonly { file: string; text: string }[] => [
  { file: join(modules, 'reference-data/regions/regions.generated.json'), text: `${lines(regionSeed())}\n` },
  {
    file: join(modules, 'reference-data/dictionaries/dictionary.generated.json'),
    text: `{\n"categories": ${lines(categoryRows())},\n"entries": ${lines(entryRows())}\n}\n`,
  },
]

if (import.meta.main) for (const { file, text } of generatedSeeds()) await writeFile(file, text)
