import { createHash } from 'node:crypto'
import type { Source } from './source.ts'
import { itemsOf, type Row, tablesOf } from './tables.ts'

const pages = { compliance: 'docs/compliance.md', security: 'docs/security.md' } as const

/** File with the number and the Chinese text of each requirement and limit. */
export const translationsFile = 'scripts/validation/requirements.json'

interface Translation {
  /** Number of the requirement. It stays when the text changes, and is never used again. */
  readonly id: string
  /** `hashOf` the English row that is translated, or `removed`. */
  readonly of: string
  /** Chinese text. */
  readonly zh: string
  /** Chinese text of the second column: where to show it, or the threat. */
  readonly besideZh?: string
}

/** A requirement that the product promises to meet, or a limit of its promises. */
export interface Requirement {
  readonly id: string
  readonly kind: 'compliance' | 'security' | 'limit'
  /** Clauses of regulations; '' for others. */
  readonly clause: string
  readonly en: string
  readonly zh: string
  /** Where to show it, or the threat. */
  readonly besideEn: string
  readonly besideZh: string
  /** Paths of the test files that prove it. */
  readonly tests: readonly string[]
}

/** A requirement as a page has it. */
type Written = Omit<Requirement, 'id' | 'zh' | 'besideZh' | 'tests'> & { readonly evidence: string }

/** Returns the first digits of a hash of a row, by which its translation shows that it belongs to this text. */
const hashOf = ({ en, besideEn }: Pick<Written, 'en' | 'besideEn'>): string =>
  createHash('sha256').update(`${en}\n${besideEn}`).digest('hex').slice(0, 12)

const fromCompliance = (row: Row): Written => ({
  kind: 'compliance',
  clause: row.clause ?? '',
  en: row['what Atrium does'] ?? '',
  besideEn: row.where ?? '',
  evidence: row.test ?? '',
})

const fromSecurity = (row: Row): Written => ({
  kind: 'security',
  clause: '',
  en: row.promise ?? '',
  besideEn: row.against ?? '',
  evidence: row.test ?? '',
})

const limit = (en: string): Written => ({ kind: 'limit', clause: '', en, besideEn: '', evidence: '' })

/** Returns all rows and limits of the pages, in their order. */
function writtenIn({ read }: Pick<Source, 'read'>): Written[] {
  const [compliance, security] = [read(pages.compliance), read(pages.security)]
  const rowsWith = (page: string, column: string) =>
    tablesOf(page).flatMap(({ rows }) => rows.filter((row) => column in row))
  return [
    ...rowsWith(compliance, 'what Atrium does').map(fromCompliance),
    ...rowsWith(security, 'promise').map(fromSecurity),
    ...itemsOf(security, 'Limits of these promises').map(limit),
  ]
}

/** Folders in which the paths of tests on the pages begin. */
const foldersOfTests = ['', 'apps/server/src/']

/** Returns the path of a test from the root. @returns the path as written if there is no such file */
const pathOf = (named: string, files: ReadonlySet<string>): string =>
  foldersOfTests.map((folder) => folder + named).find((path) => files.has(path)) ?? named

const testsIn = (evidence: string, files: ReadonlySet<string>): string[] => [
  ...new Set(
    [...evidence.matchAll(/`([\w@./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, named = '']) =>
      pathOf(named, files),
    ),
  ),
]

export const translationsIn = ({ read }: Pick<Source, 'read'>): Translation[] =>
  JSON.parse(read(translationsFile) || '[]') as Translation[]

/**
 * Returns the requirements of a version.
 * @param later translations of a later version, for rows that this version does not number itself
 */
export function requirementsOf(source: Source, later: readonly Translation[] = []): Requirement[] {
  const files = new Set(source.files)
  const translations = [...translationsIn(source), ...later]
  return writtenIn(source).map(({ evidence, ...written }) => {
    const hash = hashOf(written)
    const found = translations.find(({ of }) => of === hash)
    return {
      ...written,
      id: found?.id ?? hash,
      zh: found?.zh ?? written.en,
      besideZh: found?.besideZh ?? written.besideEn,
      tests: testsIn(evidence, files),
    }
  })
}

/** Letters with which numbers begin, in the order of the file. */
const letters = { compliance: 'C', security: 'S', limit: 'L' } as const

const withoutEntry = (source: Pick<Source, 'read'>): Written[] => {
  const known = new Set(translationsIn(source).map(({ of }) => of))
  return writtenIn(source).filter((written) => !known.has(hashOf(written)))
}

/** Returns the file of numbers with an entry for each new row, and a sentence for each of them. */
export function addEntries(source: Pick<Source, 'read'>): {
  readonly file: string
  readonly added: readonly string[]
} {
  const entries = translationsIn(source)
  const added = withoutEntry(source).map((written) => {
    const letter = letters[written.kind]
    const last = Math.max(0, ...entries.flatMap(({ id }) => (id[0] === letter ? [Number(id.slice(2))] : [])))
    const id = `${letter}-${String(last + 1).padStart(3, '0')}`
    entries.push({
      id,
      of: hashOf(written),
      zh: '',
      ...(written.besideEn !== '' && { besideZh: '' }),
    })
    return [id, written.en, written.besideEn].filter((part) => part !== '').join(' | ')
  })
  const order = Object.values(letters).join('')
  const sorted = entries.toSorted(
    (one, other) =>
      order.indexOf(one.id[0] ?? '') - order.indexOf(other.id[0] ?? '') || (one.id < other.id ? -1 : 1),
  )
  return { file: `${JSON.stringify(sorted, null, 2)}\n`, added }
}

/** Returns a sentence for each requirement without a number, a current Chinese text or an existing test file. */
export function faultsOf(source: Source): string[] {
  const files = new Set(source.files)
  const translations = translationsIn(source).filter(({ of }) => of !== 'removed')
  const hashes = writtenIn(source).map(hashOf)
  const ids = translationsIn(source).map(({ id }) => id)
  return [
    ...withoutEntry(source).map(
      (written) =>
        `${translationsFile} has no entry of ${hashOf(written)}: ${written.en} If the row is new, run pnpm validation --add. If its text changed, set "of" in its entry to ${hashOf(written)} and correct the Chinese text.`,
    ),
    ...translations
      .filter(({ of }) => !hashes.includes(of))
      .map(
        ({ id, of }) =>
          `${translationsFile}: no row has the text of ${id} (${of}) any more. If the row was removed, set "of" in its entry to "removed".`,
      ),
    ...translations
      .filter(({ zh, besideZh }) => zh === '' || besideZh === '')
      .map(({ id }) => `${translationsFile}: ${id} has no Chinese text.`),
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${translationsFile} has ${id} twice. Give the newer entry the next free number.`),
    ...requirementsOf(source).flatMap(({ id, tests }) =>
      tests.filter((test) => !files.has(test)).map((test) => `${id} names ${test}, which does not exist.`),
    ),
  ]
}
