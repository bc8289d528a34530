import { Link, useLocation, useTexts } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { useEffect, useRef, useState } from 'react'
import { showWithin } from '../frame/show-within.ts'
import type { Heading } from './manual/headings.ts'

interface ContentsProps {
  readonly headings: readonly Heading[]
  /** Element that contains the manual. */
  readonly article: HTMLElement | null
}

/**
 * Table of contents: beside the manual, following the reader, or folded above the manual on narrow screens. Lists
 * subsections of the current section only, because a manual has a hundred of them.
 */
export function Contents({ headings, article }: ContentsProps) {
  const t = useTexts('help')
  const narrow = useNarrow()
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('section') ?? ''
  const read = useSectionRead(article, headings.length, asked)
  const present = narrow ? asked : read
  const entries = entriesOf(headings, present)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && link && present !== '') showWithin(nav.current, link)
  }, [present])
  const list = (
    <ol>
      {entries.map(({ id, depth, text }) => (
        <li key={id} data-depth={depth}>
          <Link
            to={{ search: `?${new URLSearchParams({ section: id })}` }}
            aria-current={id === present ? 'true' : undefined}
          >
            {text}
          </Link>
        </li>
      ))}
    </ol>
  )
  if (narrow) {
    return (
      <details className="help-contents">
        <summary>{t('contents')}</summary>
        {list}
      </details>
    )
  }
  return (
    <nav ref={nav} className="help-contents" aria-label={t('contents')}>
      {list}
    </nav>
  )
}

/** Returns the sections of a manual, with the subsections of the current section. */
function entriesOf(headings: readonly Heading[], present: string): readonly Heading[] {
  const sections = headings.reduce<Heading[][]>((found, heading) => {
    if (heading.depth === 2) found.push([heading])
    else if (heading.depth === 3) found.at(-1)?.push(heading)
    return found
  }, [])
  return sections.flatMap((section) =>
    section.some(({ id }) => id === present) ? section : section.slice(0, 1),
  )
}

/** Vertical position below the bars, in pixels. The last heading above this line counts as the current one. */
const readingLine = 140

/**
 * Returns the id of the section that the reader has reached, '' before the first section.
 * @param count number of headings, 0 until the manual has loaded
 * @param asked the section in the address. Near the page's end, headings cannot reach the top, so this section counts
 * as reached if it is visible
 */
function useSectionRead(article: HTMLElement | null, count: number, asked: string): string {
  const [read, setRead] = useState('')
  useEffect(() => {
    if (!article) return
    const look = () => {
      const headings = [...article.querySelectorAll<HTMLElement>('h2, h3')]
      const isAbove = (line: number) => (heading: HTMLElement) => heading.getBoundingClientRect().top <= line
      const { scrollHeight } = document.documentElement
      const isEnd = window.scrollY > 0 && Math.ceil(window.scrollY + window.innerHeight) >= scrollHeight
      const inSight = isEnd && headings.find(({ id }) => id === asked)
      const present = inSight && !isAbove(0)(inSight) ? inSight : headings.findLast(isAbove(readingLine))
      setRead(present?.id ?? '')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [article, count, asked])
  return read
}

/**
 * Scrolls to the section in the address on each visit.
 * @param article the manual's element
 * @param text the manual's text; the section is looked up again once the text has loaded
 */
export function useSection(article: HTMLElement | null, text: string | undefined): void {
  const { search, key } = useLocation()
  // Depends on the key too, so that a second click on the same entry scrolls again.
  useEffect(() => {
    const section = new URLSearchParams(search).get('section')
    if (!article || text === undefined) return
    const heading = section && article.querySelector<HTMLElement>(`[id="${CSS.escape(section)}"]`)
    if (heading) {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    } else if (!section) window.scrollTo(0, 0)
  }, [article, text, search, key])
}
