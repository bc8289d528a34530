import type { Language } from '@atrium/contract'
import { Link, pathOf, useLanguage, useLocation, useTexts } from '@atrium/shared-api'
import type { Root } from 'mdast'
import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import { manuals, manualsPath } from '../manuals.ts'
import { nameHeadings } from './headings.ts'

interface ManualLinkProps {
  readonly href?: string | undefined
  readonly children?: ReactNode
}

/** A link of a manual: to a manual's section in place, elsewhere in a tab of its own. */
function ManualLink({ href = '', children }: ManualLinkProps) {
  const { pathname } = useLocation()
  const inside = manualLink(href)
  if (inside) {
    const { route, section } = inside
    const search = section ? `?${new URLSearchParams({ section })}` : ''
    return <Link to={{ pathname: route ? pathOf(route, pathname) : pathname, search }}>{children}</Link>
  }
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

interface ManualPictureProps {
  readonly src?: string | Blob | undefined
  readonly alt?: string | undefined
}

/** A picture of a manual. Its place is kept in the shape of a screen, so that it pushes nothing away when it comes. */
function ManualPicture({ src, alt }: ManualPictureProps) {
  const language = useLanguage()
  if (typeof src !== 'string') return null
  return <img src={pictureAddress(src, language)} alt={alt} width="1280" height="800" loading="lazy" />
}

interface HeadingProps {
  readonly id?: string | undefined
  readonly children?: ReactNode
}

/** A link to the section, to be copied or followed. */
function SectionLink({ id }: { readonly id: string }) {
  const t = useTexts('help')
  return (
    <Link
      to={{ search: `?${new URLSearchParams({ section: id })}` }}
      className="help-link"
      aria-label={t('link')}
    />
  )
}

/** Headings that one can link to. */
const headingParts = {
  h2: ({ id, children }: HeadingProps) => (
    <h2 id={id} tabIndex={-1}>
      {children} {id && <SectionLink id={id} />}
    </h2>
  ),
  h3: ({ id, children }: HeadingProps) => (
    <h3 id={id} tabIndex={-1}>
      {children} {id && <SectionLink id={id} />}
    </h3>
  ),
}

/** A link of a manual into a manual: of another file `account.md#invite`, or of its own `#invite`. */
const toManual = /^(?:(\w+)\.md)?(?:#([\w-]+))?$/

/**
 * Where a link into a manual leads; undefined for a link elsewhere.
 * @returns the route's name, undefined for the present one, and the section
 */
export function manualLink(href: string) {
  const [whole, file, section] = toManual.exec(href) ?? []
  if (!whole) return undefined
  const manual = manuals.find(({ name }) => name === file)
  if (file && !manual) return undefined
  return { route: manual?.route, section }
}

/** The address of a picture, which a manual names from its own folder. */
export const pictureAddress = (source: string, language: Language): string =>
  new URL(source, new URL(`${manualsPath}/${language}/`, window.location.origin)).pathname

// Answers nothing: an answer would take the tree's place.
const plugins = [() => (tree: Root) => void nameHeadings(tree)]

const parts = { ...headingParts, a: ManualLink, img: ManualPicture }

/** A manual's Markdown. HTML in it stays text, and addresses that a browser would run are dropped. */
export function ManualText({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={parts}>
      {text}
    </Markdown>
  )
}
