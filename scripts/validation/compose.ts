import type { Language } from '@atrium/contract'
import { sectionsOfChanges } from './compose-changes.ts'
import type { Column, DocumentRow, PackDocument, Section } from './document.ts'
import { type Names, namesIn } from './names.ts'
import type { Pack } from './pack.ts'
import { sha256 } from './package-files.ts'
import type { Requirement } from './requirements.ts'
import { type Evidence, evidenceOf, type Outcome, type Verdict, verdicts } from './results.ts'
import type { Source } from './source.ts'
import { plain } from './tables.ts'
import { fill, packTexts } from './texts/index.ts'

/** Names of the files of a pack. */
export const listName = 'files.sha256'
export const dataName = 'validation.json'

const toneOf = (verdict: Verdict): DocumentRow['tone'] =>
  verdict === 'failed' ? 'bad' : verdict === 'passed' ? undefined : 'warning'

const filesIn = ({ files }: Evidence): string =>
  files.map(({ file, passed, total }) => `${file} (${passed}/${total})`).join('\n')

const countsIn = ({ files }: Evidence): string => {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  if (files.length === 0) return '—'
  return `${sum(files.map(({ passed }) => passed))}/${sum(files.map(({ total }) => total))}`
}

const noEvidence: Evidence = { verdict: 'missing', files: [] }

const instant = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

type Texts = (typeof packTexts)[Language]

/** Sources of the sections. */
interface Composition {
  readonly pack: Pack
  readonly language: Language
  readonly texts: Texts
  readonly names: Names
}

/** Returns the text of a requirement, and the text beside it. */
const textsOf = (requirement: Requirement, language: Language) =>
  language === 'zh'
    ? { text: plain(requirement.zh), beside: plain(requirement.besideZh) }
    : { text: plain(requirement.en), beside: plain(requirement.besideEn) }

function requirementRows({ pack, language, texts }: Composition): DocumentRow[] {
  return pack.snapshot.requirements
    .filter(({ kind }) => kind !== 'limit')
    .map((requirement) => {
      const { id, kind, clause } = requirement
      const { text, beside } = textsOf(requirement, language)
      const where = kind === 'compliance' ? `\n${fill(texts.columns.where, { where: beside })}` : ''
      const evidence = pack.requirements.get(id) ?? noEvidence
      return {
        cells: [id, `${text}${where}`, clause, filesIn(evidence), texts.verdicts[evidence.verdict]],
        tone: toneOf(evidence.verdict),
      }
    })
}

const callRows = ({ pack, texts, names }: Composition): DocumentRow[] =>
  pack.snapshot.contract.calls.map((call) => {
    const evidence = pack.calls.get(call.path) ?? noEvidence
    const path = `${call.method} ${call.path}`
    const name = names.call(call)
    return {
      cells: [
        name === call.path ? path : `${name}\n${path}`,
        names.access(call),
        countsIn(evidence),
        texts.verdicts[evidence.verdict],
      ],
      tone: toneOf(evidence.verdict),
    }
  })

const screenRows = ({ pack, texts, names }: Composition): DocumentRow[] =>
  pack.snapshot.contract.screens.map(({ name, path }) => {
    const evidence = pack.screens.get(path) ?? noEvidence
    return {
      cells: [names.menu(name), path, countsIn(evidence), texts.verdicts[evidence.verdict]],
      tone: toneOf(evidence.verdict),
    }
  })

/** Returns the evidence of each test file that has results. */
const evidenceOfFiles = ({ results }: Pack): readonly Evidence[] =>
  [...new Set(results.tests.map(({ file }) => file))].toSorted().map((file) => evidenceOf(results, [file]))

const testRows = ({ pack, texts }: Composition): DocumentRow[] =>
  evidenceOfFiles(pack).flatMap(({ verdict, files }) =>
    files.map(({ file, passed, total }) => {
      const proven = pack.snapshot.requirements.filter((requirement) => requirement.tests.includes(file))
      return {
        cells: [
          file,
          proven.map(({ id }) => id).join(texts.separator),
          `${passed}/${total}`,
          texts.verdicts[verdict],
        ],
        tone: toneOf(verdict),
      }
    }),
  )

const riskRows = ({ pack, language, texts }: Composition): DocumentRow[] =>
  pack.snapshot.requirements
    .filter(({ kind, besideEn }) => kind === 'security' && besideEn !== '')
    .map((requirement) => {
      const { verdict } = pack.requirements.get(requirement.id) ?? noEvidence
      const { text, beside } = textsOf(requirement, language)
      return {
        cells: [beside, requirement.id, text, texts.verdicts[verdict], ''],
        tone: toneOf(verdict),
      }
    })

const limitRows = ({ pack, language }: Composition): DocumentRow[] =>
  pack.snapshot.requirements
    .filter(({ kind }) => kind === 'limit')
    .map((requirement) => ({ cells: [requirement.id, textsOf(requirement, language).text, ''] }))

const deviationRows = ({ pack, texts }: Composition): DocumentRow[] =>
  pack.deviations.map(({ kind, subject, detail }) => ({
    cells: [texts.deviations[kind], subject, detail, ''],
    tone: kind === 'failed' || kind === 'notRun' ? 'bad' : 'warning',
  }))

const packageRows = ({ pack }: Composition): DocumentRow[] =>
  Object.entries({ 'Node.js': pack.snapshot.versions.node, ...pack.snapshot.versions.direct }).map(
    (cells) => ({
      cells,
    }),
  )

const migrationRows = ({ pack, texts }: Composition): DocumentRow[] =>
  pack.snapshot.versions.migrations.map(({ name, checksum, isContract }) => ({
    cells: [name, checksum, isContract ? texts.removesOld : ''],
  }))

const signatureRows = ({ texts }: Composition): DocumentRow[] =>
  Object.values(texts.roles).map((role) => ({ cells: [role, '', '', ''], tone: 'blank' }))

const scopeRows = ({ pack, texts }: Composition): DocumentRow[] =>
  Object.values(texts.scope).map(({ title, text }) => ({
    cells: [title, fill(text, { version: pack.snapshot.versions.version })],
  }))

/** Counts the results of each kind of item. */
function summaryRows({ pack, texts }: Composition): DocumentRow[] {
  const { snapshot, requirements, calls, screens } = pack
  const ofKind = (wanted: Requirement['kind']) =>
    snapshot.requirements
      .filter(({ kind }) => kind === wanted)
      .map(({ id }) => requirements.get(id) ?? noEvidence)
  const kinds = {
    compliance: ofKind('compliance'),
    security: ofKind('security'),
    calls: [...calls.values()],
    screens: [...screens.values()],
    files: evidenceOfFiles(pack),
  } as const
  return (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
    const count = (wanted: Verdict) => kinds[kind].filter(({ verdict }) => verdict === wanted).length
    return {
      cells: [texts.summary[kind], ...[kinds[kind].length, ...verdicts.map(count)].map(String)],
      tone: count('failed') > 0 ? 'bad' : count('passed') < kinds[kind].length ? 'warning' : undefined,
    }
  })
}

function sectionsOf(composition: Composition): Section[] {
  const { pack, language, texts, names } = composition
  const { columns } = texts
  const section = (
    id: Exclude<keyof Texts['sections'], 'changes' | 'changelog' | 'reviews'>,
    titles: readonly (Column | string)[],
    rows: readonly DocumentRow[],
    values: Readonly<Record<string, string>> = {},
  ): Section => ({
    id,
    title: texts.sections[id],
    note: fill(texts.notes[id], values),
    columns: titles.map((title) => (typeof title === 'string' ? { title } : title)),
    rows,
  })
  const verdict = { title: columns.verdict, width: 9 }
  const tests = { title: columns.tests, width: 38 }
  const counts = { title: columns.counts, width: 10 }
  const id = { title: columns.id, width: 6 }
  const judgement = { title: columns.judgement, width: 22 }
  const changes = pack.since && sectionsOfChanges(pack.since.changes, pack.snapshot, language, names)
  return [
    section('scope', [{ title: columns.kind, width: 20 }, columns.detail], scopeRows(composition)),
    section(
      'summary',
      [{ title: columns.kind, width: 40 }, columns.total, ...verdicts.map((name) => texts.verdicts[name])],
      summaryRows(composition),
    ),
    ...(changes?.summary ?? []),
    section(
      'deviations',
      [{ title: columns.kind, width: 18 }, columns.subject, columns.detail, judgement],
      deviationRows(composition),
    ),
    section(
      'requirements',
      [id, columns.requirement, { title: columns.clause, width: 16 }, tests, verdict],
      requirementRows(composition),
    ),
    section(
      'risks',
      [{ title: columns.risk, width: 24 }, id, columns.control, verdict, { ...judgement, width: 15 }],
      riskRows(composition),
    ),
    section('limits', [id, columns.limit, { ...judgement, width: 30 }], limitRows(composition)),
    section('versions', [columns.package, columns.version], packageRows(composition)),
    section(
      'migrations',
      [{ title: columns.migration, width: 30 }, columns.checksum, { title: columns.remark, width: 20 }],
      migrationRows(composition),
    ),
    section('screens', [columns.screen, columns.address, counts, verdict], screenRows(composition)),
    section('calls', [columns.call, columns.access, counts, verdict], callRows(composition), {
      files: pack.testsOfAllCalls.join(texts.separator),
    }),
    section(
      'tests',
      [{ title: columns.file, width: 55 }, columns.proves, counts, verdict],
      testRows(composition),
    ),
    ...(changes ? [changes.all] : []),
    section(
      'signatures',
      [
        { title: columns.role, width: 15 },
        columns.person,
        columns.signature,
        { title: columns.date, width: 15 },
      ],
      signatureRows(composition),
      { version: pack.snapshot.versions.version, commit: pack.commit.hash },
    ),
  ]
}

function coverOf({ pack, texts }: Composition, data: string): PackDocument['cover'] {
  const { cover } = texts
  const { snapshot, results, packageFiles, requirements, deviations, since } = pack
  const counted = (outcome: Outcome) => results.tests.filter((test) => test.outcome === outcome).length
  const proven = [...requirements.values()].filter(({ verdict }) => verdict === 'passed').length
  return [
    [cover.product, `Atrium ${snapshot.versions.version}`],
    [cover.commit, `${pack.commit.hash}\n${instant(pack.commit.time)} UTC`],
    [cover.createdAt, `${instant(pack.createdAt)} UTC`],
    [cover.requirements, fill(cover.requirementCounts, { total: requirements.size, proven })],
    [
      cover.tests,
      fill(cover.testCounts, {
        passed: counted('passed'),
        failed: counted('failed'),
        flaky: counted('flaky'),
        skipped: counted('skipped'),
      }),
    ],
    [cover.testedAt, `${instant(results.startedAt)} UTC\n${results.system}`],
    [cover.deviations, String(deviations.length)],
    ...(since ? [[cover.since, `${since.name} (${since.commit.hash})`] as const] : []),
    [cover.package, fill(cover.packageCounts, { count: packageFiles.count, file: listName })],
    [fill(cover.hash, { file: listName }), packageFiles.hash],
    [fill(cover.hash, { file: dataName }), sha256(data)],
    [fill(cover.hash, { file: 'pnpm-lock.yaml' }), snapshot.versions.lockfileHash],
  ]
}

/** Writes a pack in a language. @param data content of the file with all facts */
export function composeDocument(
  pack: Pack,
  language: Language,
  { data, source }: { readonly data: string; readonly source: Pick<Source, 'read'> },
): PackDocument {
  const texts = packTexts[language]
  const composition = { pack, language, texts, names: namesIn(language, source) }
  const product = `Atrium ${pack.snapshot.versions.version}`
  return {
    language,
    title: `${product} ${texts.title}`,
    footer: `${product} ${texts.title} · ${pack.commit.hash.slice(0, 12)} · ${instant(pack.createdAt)} UTC`,
    cover: coverOf(composition, data),
    contents: texts.contents,
    sections: sectionsOf(composition),
    none: texts.none,
  }
}
