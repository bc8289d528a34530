import type { FileTexts } from '../texts/index.ts'
import type { FaultKey, SignedFile } from './proof.ts'
import type { ProvenTrail } from './trail.ts'

/** A text in Chinese and in English. */
type Words = readonly [zh: string, en: string]

/** A text that is the same in both languages, or one for each. */
type Cell = string | Words

type State = 'checking' | 'verified' | 'broken' | 'failed' | 'unknown'

/** A section as its first line describes it. */
interface Head {
  readonly title: Words
  readonly note: Words
  readonly columns: readonly { readonly name: Words; readonly isTime?: boolean }[]
  /** Whether each row begins with the id of its event. */
  readonly isTrail?: boolean
}

/** A section with its rows. */
export interface Section extends Head {
  readonly rows: readonly (readonly Cell[])[]
}

/** What the server found when it made the file. */
export interface Check {
  readonly intact: number
  readonly unread: number
  /** Numbers of broken seals. */
  readonly broken: readonly number[]
}

/** A verified file, ready to be shown. */
export interface Shown {
  readonly file: SignedFile
  readonly sections: readonly Section[]
  /** Undefined if the file has no sealed events. */
  readonly trail: ProvenTrail | undefined
  readonly check: Check | undefined
  /** The sealed events as an export of the trail. */
  readonly lines: string
}

/** Texts of the page, which precede the script. */
declare const pageTexts: readonly [zh: FileTexts, en: FileTexts]

/** Maximum number of rows on a page, and on paper. */
const limits = { onPage: 100, printed: 5_000 }

/** What the reader looks at. The address keeps it, so that a reload shows the same. */
const view = { language: navigator.language.startsWith('zh') ? 0 : 1, tab: 0, page: 0, filter: '' }

/** Reads language, tab, page and filter from the address. */
function readAddress(): void {
  const kept = new URLSearchParams(location.hash.slice(1))
  const numberIn = (name: string) => Math.max(0, Math.trunc(Number(kept.get(name)))) || 0
  if (kept.has('language')) view.language = kept.get('language') === 'zh' ? 0 : 1
  Object.assign(view, { tab: numberIn('tab'), page: numberIn('page'), filter: kept.get('filter') ?? '' })
}

const keepInAddress = (): void => {
  const { language, tab, page, filter } = view
  const kept = { language: language === 0 ? 'zh' : 'en', tab: String(tab), page: String(page), filter }
  history.replaceState(null, '', `#${new URLSearchParams(kept)}`)
}

let state: State = 'checking'
let message: (texts: FileTexts) => string = () => ''
let action: (() => HTMLElement) | undefined
let shown: Shown | undefined

const texts = (): FileTexts => (view.language === 0 ? pageTexts[0] : pageTexts[1])

const inWords = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? cell : (cell?.[view.language] ?? '')

const numberText = (count: number): string => count.toLocaleString(view.language === 0 ? 'zh' : 'en')

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numberText(value) : value
  })

/** Creates an element. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

let format: Intl.DateTimeFormat | undefined

function timeText(instant: string): string {
  if (instant === '') return ''
  const timeZone = String(shown?.file.facts.timeZone)
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(new Date(instant))
}

/** Returns how the event of a row is proved. */
function proofOf(id: string): string {
  const { proofKinds } = texts()
  const event = shown?.trail?.events.get(id)
  if (!event) return ''
  if (event.seal === '') return proofKinds.waiting
  const kind = shown?.trail?.complete.has(event.seal) ? proofKinds.whole : proofKinds.part
  return fill(kind, { number: String(event.seal) })
}

/** Returns the names of a section's columns and the texts of a row. */
function tableOf({ columns, isTrail }: Section) {
  const hasProof = isTrail === true && shown?.trail !== undefined
  const zone = String(shown?.file.facts.timeZone)
  const names = columns.map(({ name, isTime }) => inWords(name) + (isTime ? ` (${zone})` : ''))
  return {
    names: hasProof ? [...names, texts().proof] : names,
    textsOf: (row: readonly Cell[]): string[] => {
      const cells = (isTrail ? row.slice(1) : row).map((cell, index) =>
        columns[index]?.isTime ? timeText(inWords(cell)) : inWords(cell),
      )
      return hasProof ? [...cells, proofOf(inWords(row[0]))] : cells
    },
  }
}

/** The texts in which the filter searches, of the section and language that were searched last. */
const searched: { section?: Section; language?: number; texts: readonly string[] } = { texts: [] }

/** Returns the rows that match the filter. */
function matchingRows(section: Section, textsOf: (row: readonly Cell[]) => string[]): Section['rows'] {
  const wanted = view.filter.trim().toLowerCase()
  if (wanted === '') return section.rows
  const { language } = view
  if (searched.section !== section || searched.language !== language)
    Object.assign(searched, {
      ...{ section, language },
      texts: section.rows.map((row) => textsOf(row).join('\n').toLowerCase()),
    })
  return section.rows.filter((_, index) => searched.texts[index]?.includes(wanted))
}

/** Returns the table of a section, with its filter and pages. */
function drawSection(section: Section, max: number): Node[] {
  const own = texts()
  const { names, textsOf } = tableOf(section)
  const rows = matchingRows(section, textsOf)
  const pages = Math.max(1, Math.ceil(rows.length / max))
  const page = Math.min(view.page, pages - 1)
  const turn = (to: number) => () => {
    view.page = to
    draw()
  }
  const count = { count: rows.length, total: section.rows.length }
  const filter = element('input', {
    ...{ id: 'filter', type: 'search', value: view.filter, placeholder: own.filter, ariaLabel: own.filter },
  })
  const search = () => {
    view.filter = filter.value
    view.page = 0
    draw()
  }
  // While an input method composes, the field must stay as it is.
  filter.addEventListener('input', (event) => (event as InputEvent).isComposing || search())
  filter.addEventListener('compositionend', search)
  const clear = () => {
    view.filter = ''
    draw()
  }
  const note = inWords(section.note)
  const bar = element(
    'p',
    { className: 'bar' },
    ...(section.rows.length > 0 ? [filter] : []),
    element('span', {}, fill(view.filter.trim() === '' ? own.rows : own.filtered, count)),
    element('button', {
      id: 'previous',
      textContent: own.previous,
      disabled: page === 0,
      onclick: turn(page - 1),
    }),
    element('span', {}, fill(own.page, { page: page + 1, pages })),
    element('button', {
      id: 'next',
      textContent: own.next,
      disabled: page === pages - 1,
      onclick: turn(page + 1),
    }),
  )
  const cell = (text: string, index: number) => {
    const made = element('td', { textContent: text })
    made.dataset.name = names[index]
    made.dataset.empty = String(text === '')
    return made
  }
  const table = element(
    'table',
    {},
    element(
      'thead',
      {},
      element('tr', {}, ...names.map((name) => element('th', { scope: 'col', textContent: name }))),
    ),
    element(
      'tbody',
      {},
      ...rows.slice(page * max, (page + 1) * max).map((row) => element('tr', {}, ...textsOf(row).map(cell))),
    ),
  )
  const empty = element(
    'p',
    { className: 'empty' },
    section.rows.length === 0 ? own.none : own.noMatch,
    ...(section.rows.length === 0 ? [] : [element('button', { textContent: own.clear, onclick: clear })]),
  )
  return [
    ...(note === '' ? [] : [element('p', { textContent: note })]),
    bar,
    rows.length === 0 ? empty : element('div', { className: 'wide' }, table),
  ]
}

/** Returns the lines that say what was verified, and what could not be. */
function proofsOf({ trail, check }: Shown): string[] {
  const own = texts()
  if (!trail || !check) return [own.whole, own.unsealed]
  const events = [...trail.events.values()]
  const complete = events.filter(({ seal }) => seal !== '' && trail.complete.has(seal)).length
  const waiting = events.filter(({ seal }) => seal === '').length
  const others = events.length - complete - waiting
  return [
    own.whole,
    ...(complete > 0 ? [fill(own.recomputed, { events: complete, seals: trail.complete.size })] : []),
    ...(others > 0 ? [fill(own.partly, { events: others, seals: trail.seals - trail.complete.size })] : []),
    ...(waiting > 0 ? [fill(own.waiting, { events: waiting })] : []),
    ...(trail.signatures > 0 ? [fill(own.signed, { events: trail.signatures })] : []),
    ...(check.intact > 0 ? [fill(own.checked, { seals: check.intact })] : []),
    ...(check.unread > 0 ? [fill(own.unread, { seals: check.unread })] : []),
    ...(check.broken.length > 0 ? [fill(own.broken, { numbers: check.broken.join(', ') })] : []),
  ]
}

/** Returns the facts about the file. */
function drawCover({ file: { facts }, lines }: Shown): Node[] {
  const own = texts()
  const zone = String(facts.timeZone)
  const rows: readonly (readonly [string, string])[] = [
    [own.facts.tenant, inWords(facts.tenant as Cell)],
    [own.facts.studies, (facts.studies as Cell[]).map(inWords).join('\n')],
    [own.facts.period, `${facts.from} – ${facts.until} (${zone})`],
    [own.facts.inspector, String(facts.inspector)],
    [own.facts.blinding, facts.isUnblinded === true ? own.unblinded : own.blinded],
    [own.facts.madeBy, String(facts.madeBy)],
    [own.facts.madeAt, `${timeText(String(facts.madeAt))} (${zone})\n${facts.madeAt}`],
    [own.facts.leftOut, facts.leftOut === 0 ? '' : fill(own.leftOut, { events: Number(facts.leftOut) })],
  ]
  const list = element(
    'dl',
    {},
    ...rows
      .filter(([, text]) => text !== '')
      .flatMap(([name, text]) => [
        element('dt', { textContent: name }),
        element('dd', { textContent: text }),
      ]),
  )
  const save = () => {
    const href = URL.createObjectURL(new Blob([lines], { type: 'application/jsonl' }))
    element('a', { href, download: 'audit-trail.jsonl' }).click()
    URL.revokeObjectURL(href)
  }
  return [
    list,
    element('p', { textContent: own.scope }),
    ...(lines === '' ? [] : [element('button', { textContent: own.save, onclick: save })]),
  ]
}

const spaced = (fingerprint: string): string => fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''

/** Returns the result of the verification. */
function drawResult(): HTMLElement {
  const own = texts()
  const result = element(
    'section',
    { id: 'result', role: 'status' },
    element('h2', { textContent: own.states[state] }),
  )
  const text = message(own)
  if (text !== '') result.append(element('p', { textContent: text }))
  if (action) result.append(action())
  if (!shown) return result
  const { fingerprint } = shown.file.key
  result.append(
    element('p', { className: 'name', textContent: own.fingerprint }),
    element('p', { id: 'fingerprint', textContent: spaced(fingerprint) }),
    element('p', { textContent: own.compare }),
    element(
      'details',
      { open: view.tab === 0 },
      element('summary', { textContent: own.proofs }),
      element('ul', {}, ...proofsOf(shown).map((line) => element('li', { textContent: line }))),
    ),
  )
  return result
}

/** Draws the page from what has been verified. */
function draw(max = limits.onPage): void {
  const own = texts()
  const focused = document.activeElement?.id
  const caret = document.activeElement instanceof HTMLInputElement && document.activeElement.selectionStart
  document.documentElement.lang = view.language === 0 ? 'zh-CN' : 'en'
  document.title = own.title
  document.body.dataset.state = state
  const change = () => {
    view.language = 1 - view.language
    draw()
  }
  const main = element(
    'main',
    {},
    element(
      'header',
      {},
      element('h1', { textContent: own.title }),
      element('button', { id: 'language', textContent: own.language, onclick: change }),
    ),
    drawResult(),
  )
  if (shown) {
    keepInAddress()
    const { sections } = shown
    const open = (tab: number) => () => {
      Object.assign(view, { tab, page: 0, filter: '' })
      draw()
    }
    const tab = (title: string, index: number) => {
      const made = element('button', { id: `tab-${index}`, textContent: title, onclick: open(index) })
      made.setAttribute('aria-current', String(index === view.tab))
      return made
    }
    const section = sections[view.tab - 1]
    main.append(
      element(
        'nav',
        {},
        tab(own.cover, 0),
        ...sections.map(({ title, rows }, index) =>
          tab(`${inWords(title)} ${numberText(rows.length)}`, index + 1),
        ),
      ),
      element(
        'section',
        { id: 'content' },
        element('h2', { textContent: section ? inWords(section.title) : own.cover }),
        ...(section ? drawSection(section, max) : drawCover(shown)),
      ),
    )
  }
  document.querySelector('main')?.replaceWith(main)
  const again = focused ? document.getElementById(focused) : null
  again?.focus()
  if (again instanceof HTMLInputElement && typeof caret === 'number') again.setSelectionRange(caret, caret)
}

addEventListener('beforeprint', () => shown && draw(limits.printed))
addEventListener('afterprint', () => shown && draw())

/** Shows that the file is being verified. */
export function showChecking(): void {
  if (!shown) readAddress()
  state = 'checking'
  action = undefined
  message = () => ''
  draw()
}

/** Shows what is wrong with the file, and nothing of its content. */
export function showFault(key: FaultKey): void {
  state = 'failed'
  message = (own) => own.faults[key]
  draw()
}

/** Shows why the file cannot be verified, and a way out if there is one. */
export function showUnknown(reason: 'unable' | 'unreadable', way?: () => HTMLElement): void {
  state = 'unknown'
  message = (own) => own[reason]
  action = way
  draw()
}

/** Shows a verified file. */
export function showVerified(verified: Shown): void {
  state = verified.check && verified.check.broken.length > 0 ? 'broken' : 'verified'
  shown = verified
  draw()
}

/** Returns an input with which the reader chooses the file. */
export function fileInput(onChoice: (file: File) => void): HTMLElement {
  const input = element('input', { type: 'file', accept: '.html' })
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onChoice(file)
  }
  return element('label', { className: 'choose' }, texts().choose, ' ', input)
}
