import type { Language } from '@atrium/contract'
import type { Change, Changes, Review } from './changes.ts'
import type { DocumentRow, Section } from './document.ts'
import type { Names } from './names.ts'
import type { Snapshot } from './snapshot.ts'
import { plain } from './tables.ts'
import { packTexts } from './texts/index.ts'

type Texts = (typeof packTexts)[Language]

/** Maximum number of lines in a cell; validation.json has all of them. */
const maxLines = 12

function shortened(lines: readonly string[]): string {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`… +${more}`] : [])].join('\n')
}

/** Sections of a comparison with an earlier version. */
interface SectionsOfChanges {
  /** What a customer decides by. */
  readonly summary: readonly Section[]
  /** All differences. */
  readonly all: Section
}

/** Returns the sections of a comparison with an earlier version. */
export function sectionsOfChanges(
  { changes, reviews, changelog, chinese }: Changes,
  { contract }: Snapshot,
  language: Language,
  names: Names,
): SectionsOfChanges {
  const texts: Texts = packTexts[language]
  const { columns, sections, notes } = texts
  const calls = new Map(contract.calls.map((call) => [`${call.method} ${call.path}`, names.call(call)]))
  /** Translates a line that begins with − or +, if it is a text of a requirement or a call. */
  const shown = (line: string): string => {
    const text = line.slice(2)
    const call = calls.get(text)
    if (call !== undefined) return `${line.slice(0, 2)}${call} (${text})`
    return language === 'zh' && chinese[text] !== undefined ? `${line.slice(0, 2)}${chinese[text]}` : line
  }
  const nameOf = ({ subject, id }: Review): string => {
    if (subject === 'menu') return names.menu(id)
    return subject === 'call' ? [calls.get(id), id].filter(Boolean).join('\n') : id
  }
  const reviewRow = (review: Review): DocumentRow => {
    const { subject, causes, details } = review
    return {
      cells: [
        texts.subjects[subject],
        nameOf(review),
        causes.map((cause) => texts.causes[cause]).join(texts.separator),
        subject === 'requirements' ? details.join(texts.separator) : plain(shortened(details.map(shown))),
        '',
      ],
    }
  }
  const changeRow = ({ subject, id, effect, details }: Change): DocumentRow => ({
    cells: [texts.subjects[subject], id, texts.effects[effect], shortened(details)],
  })
  return {
    summary: [
      {
        id: 'reviews',
        title: sections.reviews,
        note: notes.reviews,
        columns: [
          { title: columns.kind, width: 9 },
          { title: columns.subject, width: 17 },
          { title: columns.why, width: 10 },
          { title: columns.detail },
          { title: columns.judgement, width: 18 },
        ],
        rows: reviews.map(reviewRow),
      },
      {
        id: 'changelog',
        title: sections.changelog,
        note: notes.changelog,
        columns: [
          { title: columns.version, width: 12 },
          { title: columns.kind, width: 12 },
          { title: columns.detail },
        ],
        rows: changelog.map(({ version, kind, text }) => ({
          cells: [version, kind, plain(text)],
          tone: kind === 'Upgrading' ? 'warning' : undefined,
        })),
      },
    ],
    all: {
      id: 'changes',
      title: sections.changes,
      note: notes.changes,
      columns: [
        { title: columns.kind, width: 10 },
        { title: columns.subject, width: 30 },
        { title: columns.change, width: 10 },
        { title: columns.detail },
      ],
      rows: changes.map(changeRow),
    },
  }
}
