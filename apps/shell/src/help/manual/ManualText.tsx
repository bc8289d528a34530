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

/** Renders a link in a manual. Links to manuals open in the same tab, all others in a new one. */
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

/** Renders a picture of a manual. Its aspect ratio is reserved, so that the text does not shift when the picture loads. */
function ManualPicture({ src, alt }: ManualPictureProps) {
  const language = useLanguage()
  if (typeof src !== 'string') return null
  return <img src={pictureAddress(src, language)} alt={alt} width="1280" height="800" loading="lazy" />
}

interface HeadingProps {
  readonly id?: string | undefined
  readonly children?: ReactNode
}

/** Renders a link to the section itself, to follow or copy. */
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

/** Headings that link to themselves. */
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

/** Matches a link to a manual: `account.md#invite` in another file, or `#invite` in the same one. */
const toManual = /^(?:(\w+)\.md)?(?:#([\w-]+))?$/

/**
 * Parses a link to a manual.
 * @returns the name of the manual's route (undefined for the current manual) and the section, or undefined for other
 * links
 */
export function manualLink(href: string) {
  const [whole, file, section] = toManual.exec(href) ?? []
  if (!whole) return undefined
  const manual = manuals.find(({ name }) => name === file)
  if (file && !manual) return undefined
  return { route: manual?.route, section }
}

/** Returns the address of a picture. Manuals link pictures relative to their own folder. */
export const pictureAddress = (source: string, language: Language): string =>
  new URL(source, new URL(`${manualsPath}/${language}/`, window.location.origin)).pathname

// Returns nothing, because a returned value would replace the tree.
const plugins = [() => (tree: Root) => void nameHeadings(tree)]

const parts = { ...headingParts, a: ManualLink, img: ManualPicture }

/** Renders a manual's Markdown. Embedded HTML stays text, and unsafe addresses are dropped. */
export function ManualText({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={parts}>
      {text}
    </Markdown>
  )
}
