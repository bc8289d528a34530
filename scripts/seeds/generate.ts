/**
 * `pnpm run seeds`: writes the regions and dictionary entries that the product delivers to the JSON that the server
 * reads, so that the packages they are made of are not part of a running server.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categoryRows, entryRows } from './dictionary.ts'
import { regionSeed } from './regions.ts'

const modules = join(import.meta.dirname, '../../apps/server/src/modules')

/** A row a line, so that a change shows as the rows that it changes. */
const lines = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`

/** The files as they are to be. */
export const generatedSeeds = (): readonly { file: string; text: string }[] => [
  { file: join(modules, 'reference-data/regions/regions.generated.json'), text: `${lines(regionSeed())}\n` },
  {
    file: join(modules, 'reference-data/dictionaries/dictionary.generated.json'),
    text: `{\n"categories": ${lines(categoryRows())},\n"entries": ${lines(entryRows())}\n}\n`,
  },
]

if (import.meta.main) for (const { file, text } of generatedSeeds()) await writeFile(file, text)
